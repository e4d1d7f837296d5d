import { type Channel, type OpenChannel, toThread } from './channel.js';
import type { Answer, Ask, Start } from './message.js';

/** One thread, or a process in its place, and the questions it has not answered yet. */
export class Thread {
  isEnded = false;
  private readonly channel: Channel;
  private readonly waiting = new Map<number, { resolve: (answer: Answer) => void; tell: (news: unknown) => void }>();

  constructor(script: URL, start: Start, open: OpenChannel = toThread) {
    this.channel = open(script, start, {
      onAnswer: (answer) => this.take(answer),
      onEnd: (why) => this.fail(why),
    });
  }

  send(ask: Ask, tell: (news: unknown) => void): Promise<Answer> {
    return new Promise((resolve) => {
      this.waiting.set(ask.ask, { resolve, tell });
      this.channel.send(ask);
    });
  }

  async end(): Promise<void> {
    await this.channel.end();
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
      resolve({ ask, kind: 'failed', status: 500, what: 'Reading was broken off.', why });
    }
    this.waiting.clear();
  }
}
