import { createHash } from 'node:crypto';
import type { KeptFiles } from '../keep/kept-files.js';
import { openBytes } from './open-bytes.js';

const HEAD = 4096;

/**
 * A mark of what has been read: the first bytes and the last ones before `offset`. As long as it is the same, the file
 * has only grown.
 */
export function markOf(file: string, offset: number, kept?: KeptFiles): string {
  const bytes = openBytes(file, kept);
  try {
    const hash = createHash('sha256');
    for (const [from, to] of [
      [0, Math.min(HEAD, offset)],
      [Math.max(0, offset - HEAD), offset],
    ] as const) {
      const buffer = Buffer.alloc(to - from);
      for (let got = 0, count = 1; got < buffer.length && count > 0; got += count) {
        count = bytes.read(buffer.subarray(got), from + got);
        hash.update(buffer.subarray(got, got + count));
      }
    }
    return hash.digest('base64url');
  } finally {
    bytes.close();
  }
}
