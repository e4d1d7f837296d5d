import { createHash } from 'node:crypto';
import { readRange } from '@unspool/session';
import type { Mark, SessionState } from './session-state.js';

const MARK_BYTES = 1024;

/** The first bytes of a file and the last ones before `size`. */
export function marksOf(file: string, size: number): { head: Mark; tail: Mark } {
  const bytes = Math.min(MARK_BYTES, size);
  return { head: markAt(file, 0, bytes), tail: markAt(file, size - bytes, bytes) };
}

/** Whether the file still begins with what was read of it. Truncated, replaced or edited it does not. */
export function isContinued(file: string, size: number, state: SessionState): boolean {
  if (size < state.size) return false;
  const { head, tail } = state;
  return (
    markAt(file, 0, head.bytes).hash === head.hash &&
    markAt(file, state.size - tail.bytes, tail.bytes).hash === tail.hash
  );
}

function markAt(file: string, byte: number, bytes: number): Mark {
  const hash =
    bytes === 0
      ? ''
      : createHash('sha256')
          .update(readRange(file, byte, bytes))
          .digest('base64url');
  return { bytes, hash };
}
