import { Worker } from 'node:worker_threads';
import type { Answer, Ask, Start } from './message.js';

/** A worker thread with one role, and the requests it has not answered yet. */
export class Thread {
  isEnded = false;
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve: (answer: Answer) => void; tell: (news: unknown) => void }>();

  constructor(script: URL, start: Start) {
    this.worker = new Worker(script, { workerData: start });
    this.worker.on('message', (answer: Answer) => this.take(answer));
    this.worker.on('error', (error) => this.fail(error.message));
    this.worker.on('exit', () => this.fail('The thread ended.'));
    // A thread alone does not keep the server alive.
    this.worker.unref();
  }

  send(ask: Ask, report: (news: unknown) => void): Promise<Answer> {
    return new Promise((resolve) => {
      this.waiting.set(ask.ask, { resolve, tell: report });
      this.worker.postMessage(ask);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private take(answer: Answer): void {
    const asked = this.waiting.get(answer.ask);
    if (answer.kind === 'news') {
      asked?.tell(answer.news);
      return;
    }
    this.waiting.delete(answer.ask);
    asked?.resolve(answer);
  }

  private fail(why: string): void {
    this.isEnded = true;
    for (const [ask, { resolve }] of this.waiting) {
      resolve({ ask, kind: 'failed', status: 500, what: 'Reading was interrupted.', why });
    }
    this.waiting.clear();
  }
}
