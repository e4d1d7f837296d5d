import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * How much a function has to run until it is optimised; usually it is 67,584. Each thread compiles for itself, and for
 * most backfills that takes longer than it saves. Only where there is much to read it pays, and then rather soon.
 */
const OPTIMISED = { late: '--interrupt-budget=2000000', soon: '--interrupt-budget=270000' };
/** Newer ones have a second compiler that takes less time, and say on stderr that they do not know the setting. */
const HAS_BUDGET = Number.parseInt(process.versions.v8, 10) < 12;

/** Only what V8 looks at each time anew: what it has begun with must not change under it. */
const THREADS = [
  // Little is kept for long: without room to begin with, a thread would look through all of it again and again.
  '--initial-old-space-size=64',
  // The same for who has started already.
  '--heap-growing-percent=300',
  // Functions that hold many others take longer to compile than they save.
  '--max-inlined-bytecode-size-cumulative=200',
];
/** Who cleans up young objects with several threads takes processors away from who works. */
const FEW_PROCESSORS = ['--no-parallel-scavenge'];

/** Before the first thread starts. */
export function settleThreads(): void {
  optimise('late');
  for (const flag of THREADS) setFlagsFromString(flag);
  if (availableParallelism() <= 2) for (const flag of FEW_PROCESSORS) setFlagsFromString(flag);
}

/** For all threads. Code is kept for the next start (see kept-code.ts) only as it was loaded: 'late' has to be last. */
export function optimise(when: keyof typeof OPTIMISED): void {
  if (HAS_BUDGET) setFlagsFromString(OPTIMISED[when]);
}
