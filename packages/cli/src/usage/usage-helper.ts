import { Worker } from 'node:worker_threads';
import type { GivenShare, UsageTasks } from '@unspool/store';

/** Less is read before a thread has started, and has learned as much as the first one knows by then. */
const WORTH_A_THREAD = 256 * 1024 * 1024;

/** A second thread that reads files as well; without it the first does everything. */
export class UsageHelper {
  private expected = 0;
  private worker: Worker | undefined;

  /** Told of files as they are found, so that the thread is ready when there is something to read. */
  expect(size: number): void {
    this.expected += size;
    if (this.worker || this.expected < WORTH_A_THREAD) return;
    this.worker = new Worker(new URL('./usage-worker.js', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.worker.on('error', () => {});
  }

  /** Undefined when there is no thread, or when it has failed. */
  async take(tasks: UsageTasks): Promise<GivenShare | undefined> {
    const { worker } = this;
    if (!worker) return undefined;
    return new Promise((resolve) => {
      worker.once('message', resolve);
      worker.once('exit', () => resolve(undefined));
      worker.postMessage(tasks);
    });
  }

  dismiss(): void {
    void this.worker?.terminate();
  }
}
