import { hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Mark, SessionState } from './session-state.js';

const MARK_BYTES = 1024;
const NOTHING: Mark = { bytes: 0, hash: '' };

/** Hashes of a file's first bytes and of the last ones before `size`. */
export function marksOf(file: string, size: number): { head: Mark; tail: Mark } {
  const bytes = Math.min(MARK_BYTES, size);
  if (bytes === 0) return { head: NOTHING, tail: NOTHING };
  return withFile(file, (fd) => ({ head: markAt(fd, 0, bytes), tail: markAt(fd, size - bytes, bytes) }));
}

/** Whether the file still begins with what was read before: it was not truncated, replaced or edited. */
export function isContinued(file: string, size: number, state: SessionState): boolean {
  if (size < state.size) return false;
  const { head, tail } = state;
  if (head.bytes + tail.bytes === 0) return true;
  return withFile(
    file,
    (fd) =>
      markAt(fd, 0, head.bytes).hash === head.hash &&
      markAt(fd, state.size - tail.bytes, tail.bytes).hash === tail.hash,
  );
}

function withFile<Value>(file: string, read: (fd: number) => Value): Value {
  const fd = openSync(file, 'r');
  try {
    return read(fd);
  } finally {
    closeSync(fd);
  }
}

function markAt(fd: number, byte: number, bytes: number): Mark {
  if (bytes === 0) return NOTHING;
  const room = Buffer.allocUnsafe(bytes);
  const count = readSync(fd, room, 0, bytes, byte);
  return { bytes, hash: hash('sha256', room.subarray(0, count), 'base64url') };
}
