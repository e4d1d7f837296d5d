import type { MessagePort } from 'node:worker_threads';
import { type Maker, makeSpans, type TraceConfig, type Waiting } from '@unspool/trace';
import { type BackfillOptions, traceBackfill } from '../commands/trace-backfill.js';
import type { Io } from '../io.js';
import { requireDataFolder } from '../keep/usable-data-folder.js';
import { type TraceIo, workerWorld } from './machine.js';

/**
 * A backfill as the command does it, without describing and loading all others first. It is bundled by itself, so that
 * what it goes through thousands of times stands in one file. Undefined where the program has something else to say.
 * `early`: a thread that was started meanwhile.
 */
export async function backfillAtOnce(options: BackfillOptions, io: Io, early?: Maker): Promise<number | undefined> {
  let isBegun = false;
  const onBegin = () => {
    isBegun = true;
  };
  try {
    requireDataFolder(options.dryRun ? 'read' : 'write', io);
    return await traceBackfill(options, io, { onBegin, ...(early && { early }) });
  } catch (error) {
    void early?.thread.terminate();
    // What was sent by then may not be written down: to begin again would send it twice.
    if (isBegun) throw error;
    // The program meets it again, and says it.
    return undefined;
  }
}

/** The other end of `startThread`. It stands here as it needs the same: what is kept of this file serves both. */
export function makeInThread(port: MessagePort, io: TraceIo, waiting: Waiting): void {
  port.once('message', (config: TraceConfig) => makeSpans(port, workerWorld(io).openWith(config), waiting));
}
