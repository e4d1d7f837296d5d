import { createHash } from 'node:crypto';
import { readChunks } from './read-lines.js';

/** Returns the hash of a file's first bytes: a file that is being written to may be longer. */
export function hashOfStart(file: string, size: number): string {
  const hash = createHash('sha256');
  let left = size;
  for (const chunk of readChunks(file)) {
    hash.update(chunk.subarray(0, left));
    left -= Math.min(left, chunk.length);
    if (left === 0) break;
  }
  return hash.digest('hex');
}
