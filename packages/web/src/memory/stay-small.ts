import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { allowSweeping, sweep } from './sweep.js';

/** So much may lie about before it is swept up. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Long enough for the answer to be on its way, short enough for the next letter that somebody types. */
const SOON_MS = 60;

const NO_GROWTH = '--semi-space-growth-factor=1';

let sweepYoung: ((options: { type: 'minor' }) => void) | undefined;
let bytes = 0;
let isPlanned = false;

/**
 * V8 doubles the room for new objects with every burst of work and does not give it back. A server that answers now and
 * then does without: from here on the room stays as it is. Called when the index is built, which is the one burst that
 * gains by it.
 */
export function staySmall(): void {
  if (sweepYoung) return;
  setFlagsFromString(NO_GROWTH);
  allowSweeping();
  sweepYoung = runInNewContext('gc') as typeof sweepYoung;
}

/** A thread began: V8 sets the growth back to its own for every heap that it makes, and the setting is one for all. */
export function stillStaySmall(): void {
  if (sweepYoung) setFlagsFromString(NO_GROWTH);
}

/** An answer went out. Its bytes lie outside the heap, where V8 hardly sees them: without this, megabytes pile up. */
export function noteSent(count: number): void {
  bytes += count;
  if (!sweepYoung || bytes < MOST_BYTES) return;
  bytes = 0;
  setTimeout(() => {
    sweepYoung?.({ type: 'minor' });
    // What was on its way at the last time is not young any more.
    sweep(2 * MOST_BYTES);
  }, SOON_MS).unref();
}

/** Something is worked out here: what it leaves behind is gone soon, and at the latest before the next. */
export function sweepAround<Value>(work: () => Value): Value {
  if (!sweepYoung) return work();
  sweep(MOST_BYTES);
  const done = work();
  if (isPlanned) return done;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    sweep(MOST_BYTES);
  }, SOON_MS).unref();
  return done;
}
