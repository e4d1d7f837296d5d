import { Worker } from 'node:worker_threads';
import type { GivenShare, UsageTasks } from '@unspool/store';

/** The first thread reads less than this before a second one has started and warmed up. */
const WORTH_A_THREAD = 256 * 1024 * 1024;

/**
 * A second thread that reads files too; if it fails, the first one reads everything. 1 GB takes 0.55 s with it and 0.66 s
 * without: 1.9 and 2.25 times as long as `cat`, where at most 2 is wanted.
 */
export class UsageHelper {
  private expected = 0;
  private worker: Worker | undefined;

  /** Called for each file that is found, so that the thread is ready when reading starts. */
  expect(size: number): void {
    this.expected += size;
    if (this.worker || this.expected < WORTH_A_THREAD) return;
    this.worker = new Worker(new URL('./usage-worker.js', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.worker.on('error', () => {});
  }

  /** Undefined if there is no thread, or if it has failed. */
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
