import type { FileStamp } from './sweep.js';

/**
 * One short text for the sizes, times and inodes of all files. It tells any accident from what was there before: two
 * hashes of 32 bits and two sums. Node's own hashes are not used: loading them takes longer than all of this.
 */
export function fingerprintOf(stamps: readonly FileStamp[]): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  let bytes = 0;
  let times = 0;
  for (const { size, mtime, inode } of stamps) {
    numbers[0] = size;
    numbers[1] = mtime;
    numbers[2] = Number(inode);
    for (const word of words) {
      a = mixed(Math.imul(a ^ word, 0x01000193));
      b = mixed(Math.imul(b ^ word, 0x5bd1e995));
    }
    bytes += size;
    times = (times + mtime) % Number.MAX_SAFE_INTEGER;
  }
  return [stamps.length, bytes, times, a >>> 0, b >>> 0].join(' ');
}

const numbers = new Float64Array(3);
const words = new Uint32Array(numbers.buffer);

/** High bits reach the low ones, which a product alone never does. */
function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Which files there are. Compared as it is: that is faster than any hash that JavaScript could make of it. */
export function listingOf(stamps: readonly FileStamp[]): string {
  return stamps.map((stamp) => stamp.path).join('\n');
}
