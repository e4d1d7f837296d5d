import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So much may lie about before it is swept up. */
const MOST_BYTES = 2 * 1024 * 1024;

let sweep: ((options: { type: 'minor' }) => void) | undefined;
let bytes = 0;

/**
 * V8 doubles the room for new objects with every burst of work and does not give it back. A server that answers now and
 * then does without: from here on the room stays as it is. Called when the index is built, which is the one burst that
 * gains by it.
 */
export function staySmall(): void {
  if (sweep) return;
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--expose-gc');
  sweep = runInNewContext('gc') as typeof sweep;
}

/** An answer went out. Its bytes lie outside the heap, where V8 hardly sees them: without this, megabytes pile up. */
export function noteSent(count: number): void {
  bytes += count;
  if (!sweep || bytes < MOST_BYTES) return;
  bytes = 0;
  setTimeout(() => sweep?.({ type: 'minor' }), 100).unref();
}
