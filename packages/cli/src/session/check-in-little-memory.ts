import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { FileCheck } from '@unspool/session/resume';

/**
 * Checks a huge file in a thread of its own, which is given little room for short-lived objects and told to clean up
 * early: without that the heap grows to several times what is in use.
 */
export function checkInLittleMemory(file: string, sessionId: string): Promise<FileCheck> {
  setFlagsFromString('--heap-growing-percent=2');
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./check-worker.js', import.meta.url), {
      workerData: { file, sessionId },
      resourceLimits: { maxYoungGenerationSizeMb: 3 },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
