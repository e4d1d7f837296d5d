import type { SessionFile } from '@unspool/session';
import { type Maker, Makers, type TraceConfig } from '@unspool/trace';
import type { TraceIo } from './machine.js';
import { mostThreads, startThread, WORTH_THREADS } from './start-thread.js';
import { optimise } from './v8-settings.js';

/** From here on code that is optimised saves more time than it takes to make it. */
const WORTH_OPTIMISING = 150 * 1024 * 1024;

/** Threads that make the spans of a backfill; undefined when there is too little to do. `early`: one that runs already. */
export function startMakers(
  sessions: readonly SessionFile[],
  config: TraceConfig,
  io: TraceIo,
  early?: Maker,
): Makers | undefined {
  const bytes = sessions.reduce((sum, session) => sum + session.size, 0);
  // We make some ourselves.
  const count = bytes < WORTH_THREADS ? 0 : mostThreads();
  if (count < 1) {
    void early?.thread.terminate();
    return undefined;
  }
  const makers = Array.from({ length: count }, (_, at) => (at === 0 && early ? early : startThread(io)));
  if (bytes >= WORTH_OPTIMISING) optimise('soon');
  for (const { thread } of makers) thread.postMessage(config);
  return new Makers(makers);
}

export async function endMakers(makers: Makers): Promise<void> {
  optimise('late');
  await makers.close();
}
