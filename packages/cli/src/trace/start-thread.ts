import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type Maker, newWaiting, type Waiting } from '@unspool/trace';
import type { TraceIo } from './machine.js';

/** What a thread is started with; how spans are to be made is told by the first message. */
export interface ThreadData extends TraceIo {
  waiting: Waiting;
}

/** Spans are made and let go at once: with room for them nearly nothing of it is ever copied. */
const YOUNG_MB = 32;

/**
 * How much a function has to run until it is optimised; usually it is 67,584. Each thread compiles for itself, and for
 * most backfills that takes longer than it saves. Only where there is much to read it pays, and then rather soon.
 */
const OPTIMISED = { late: '--interrupt-budget=2000000', soon: '--interrupt-budget=270000' };
/** Little is kept for long: without room to begin with, a thread would look through all of it again and again. */
const OLD_ROOM = '--initial-old-space-size=64';

const MOST_THREADS = 4;
/** Less is made before a thread has started. */
export const WORTH_THREADS = 16 * 1024 * 1024;

/** How many threads can work beside us. */
export function mostThreads(): number {
  return existsSync(fileURLToPath(scriptUrl())) ? Math.min(MOST_THREADS, availableParallelism() - 1) : 0;
}

/** For all threads. Code is kept for the next start (see kept-code.ts) only as it was loaded: 'late' has to be last. */
export function optimise(when: keyof typeof OPTIMISED): void {
  setFlagsFromString(OPTIMISED[when]);
}

/** A thread that will make spans. It loads what it needs for that, and waits. */
export function startThread({ env, home, platform }: TraceIo): Maker {
  optimise('late');
  setFlagsFromString(OLD_ROOM);
  const waiting = newWaiting();
  const workerData: ThreadData = { env: { ...env }, home, platform, waiting };
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
  return { thread: new Worker(scriptUrl(), { workerData, resourceLimits }), waiting };
}

function scriptUrl(): URL {
  return new URL('./trace-worker.js', import.meta.url);
}
