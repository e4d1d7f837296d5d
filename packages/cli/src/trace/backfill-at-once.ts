import type { Maker } from '@unspool/trace';
import { type BackfillOptions, traceBackfill } from '../commands/trace-backfill.js';
import type { Io } from '../io.js';
import { requireDataFolder } from '../keep/usable-data-folder.js';

/**
 * A backfill as the command does it, without describing and loading all others first. It is bundled by itself, so that
 * what it goes through thousands of times stands in one file. Undefined where the program has something else to say.
 * `early`: a thread that was started meanwhile.
 */
export async function backfillAtOnce(options: BackfillOptions, io: Io, early?: Maker): Promise<number | undefined> {
  try {
    requireDataFolder('read', io);
    return await traceBackfill(options, io, early);
  } catch {
    void early?.thread.terminate();
    // The program meets it again, and says it: what was sent by then is not sent again.
    return undefined;
  }
}
