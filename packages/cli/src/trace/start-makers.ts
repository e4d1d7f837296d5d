import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { SessionFile } from '@unspool/session';
import { type Maker, Makers, newWaiting, type TraceConfig, type Waiting } from '@unspool/trace';
import type { TraceIo } from './machine.js';

export interface MakerData extends TraceIo {
  config: TraceConfig;
  waiting: Waiting;
}

/** Less is made before a thread has started. */
const WORTH_THREADS = 16 * 1024 * 1024;
const MOST_THREADS = 4;
/** Spans are made and let go at once: with room for them nearly nothing of it is ever copied. */
const YOUNG_MB = 32;

/**
 * How much a function has to run until it is optimised, eight times the usual: each thread compiles for itself, and for
 * most backfills that takes longer than it saves. What runs for long is still optimised.
 */
const OPTIMISED_LATE = '--interrupt-budget=540672';

/** Threads that make the spans of a backfill; undefined when there is too little to do. */
export function startMakers(
  sessions: readonly SessionFile[],
  config: TraceConfig,
  { env, home, platform }: TraceIo,
): Makers | undefined {
  const script = new URL('./trace-worker.js', import.meta.url);
  const bytes = sessions.reduce((sum, session) => sum + session.size, 0);
  // We make some ourselves.
  const count = Math.min(MOST_THREADS, availableParallelism() - 1);
  if (bytes < WORTH_THREADS || count < 1 || !existsSync(fileURLToPath(script))) return undefined;
  setFlagsFromString(OPTIMISED_LATE);
  const start = (): Maker => {
    const waiting = newWaiting();
    const workerData: MakerData = { env: { ...env }, home, platform, config, waiting };
    const thread = new Worker(script, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    return { thread, waiting };
  };
  return new Makers(Array.from({ length: count }, start));
}
