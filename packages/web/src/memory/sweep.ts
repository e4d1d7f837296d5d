import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Less than this is left lying about. */
const WORTHWHILE = 6 * 1024 * 1024;

/** As what is worthwhile: whatever there is. */
export const ALWAYS = Number.NEGATIVE_INFINITY;

let collect: (() => void) | undefined;
let left = 0;

/** From here on this thread sweeps up where it is told to. Elsewhere `sweep` does nothing. */
export function allowSweeping(): void {
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc') as typeof collect;
  left = used();
}

/**
 * Called between the parts of a long piece of work: what one part left behind is gone before the next begins, so that
 * the heap never holds the rubbish of all. Takes a few hundredths of a second when there is much in use.
 */
export function sweep(worthwhile = WORTHWHILE): void {
  if (!collect) return;
  const now = used();
  // V8 sweeps too: then there is less than was left.
  left = Math.min(left, now);
  if (now - left < worthwhile) return;
  collect();
  left = used();
}

function used(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
