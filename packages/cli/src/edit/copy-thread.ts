import { Worker } from 'node:worker_threads';
import type { CopiedTail, CopyHelper, TailOrder } from '@unspool/session';

/** A second thread that copies the end of a session; without it the first copies all. It starts while the first gets ready. */
export class CopyThread implements CopyHelper {
  private readonly worker = new Worker(new URL('./copy-worker.js', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  private isRunning = true;

  constructor() {
    this.worker.on('error', () => {});
    this.worker.once('exit', () => {
      this.isRunning = false;
    });
    // Nobody waits for it unless it was asked for something.
    this.worker.unref();
  }

  copyTail(order: TailOrder): Promise<CopiedTail | undefined> {
    const { worker } = this;
    if (!this.isRunning) return Promise.resolve(undefined);
    worker.ref();
    return new Promise((resolve) => {
      worker.once('message', (tail: CopiedTail | undefined) => {
        worker.unref();
        resolve(tail);
      });
      worker.once('exit', () => resolve(undefined));
      worker.postMessage(order);
    });
  }
}
