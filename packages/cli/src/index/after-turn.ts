import { join } from 'node:path';
import { dataFolder } from '@unspool/store';
import { TeamFailure, withLock } from '@unspool/team';
import type { Io } from '../io.js';

/**
 * Runs an update after the one that is running. Does nothing if another process already waits to do that: it will read the
 * same files. Many sub-agents may end at once, and each ends with this.
 */
export async function afterTurn(io: Io, work: () => Promise<number>): Promise<number> {
  const folder = dataFolder(io);
  let done: Promise<number> = Promise.resolve(0);
  const started = () =>
    new Promise<void>((resolve, reject) => {
      const run = () => {
        resolve();
        return work();
      };
      done = whenFree(join(folder, 'index-running.lock'), run);
      done.catch(reject);
    });
  try {
    await withLock(join(folder, 'index-waiting.lock'), started);
  } catch (error) {
    if (error instanceof TeamFailure) return 0;
    throw error;
  }
  return done;
}

async function whenFree(lock: string, work: () => Promise<number>): Promise<number> {
  for (let waited = 0; ; waited += POLL_MS) {
    let isMine = false;
    try {
      return await withLock(lock, () => {
        isMine = true;
        return work();
      });
    } catch (error) {
      if (isMine || !(error instanceof TeamFailure)) throw error;
      if (waited > MAX_WAIT_MS) return 0;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const POLL_MS = 100;
const MAX_WAIT_MS = 10 * 60_000;
