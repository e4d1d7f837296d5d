import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Maker, newWaiting, type Waiting } from '@unspool/trace';
import type { TraceIo } from './machine.js';
import { settleThreads } from './v8-settings.js';

/** What a thread is started with; how spans are to be made is told by the first message. */
export interface ThreadData extends TraceIo {
  waiting: Waiting;
}

/** Spans are made and let go at once: with room for them nearly nothing of it is ever copied. */
const YOUNG_MB = 32;

const MOST_THREADS = 4;
/** Less is made before a thread has started. */
export const WORTH_THREADS = 16 * 1024 * 1024;

/** How many threads can work beside us. */
export function mostThreads(): number {
  return existsSync(fileURLToPath(scriptUrl())) ? Math.min(MOST_THREADS, availableParallelism() - 1) : 0;
}

/** A thread that will make spans. It loads what it needs for that, and waits. */
export function startThread({ env, home, platform }: TraceIo): Maker {
  settleThreads();
  const waiting = newWaiting();
  const workerData: ThreadData = { env: { ...env }, home, platform, waiting };
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
  return { thread: new Worker(scriptUrl(), { workerData, resourceLimits }), waiting };
}

function scriptUrl(): URL {
  return new URL('./trace-worker.js', import.meta.url);
}
