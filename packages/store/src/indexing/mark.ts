import { createHash } from 'node:crypto';
import type { KeptFiles } from '../keep/kept-files.js';
import { openBytes } from './open-bytes.js';

const HEAD = 4096;
/** Marks without it are from an older version. */
const SIGN = '2:';

/**
 * A hash of the first bytes of a file and the last ones before `offset`. If it is unchanged, the file was only appended to.
 */
export function markOf(file: string, offset: number, kept?: KeptFiles): string {
  return SIGN + shortHash(markedBytes(file, offset, kept));
}

export function isMarkedSo(file: string, offset: number, mark: string, kept?: KeptFiles): boolean {
  if (mark.startsWith(SIGN)) return markOf(file, offset, kept) === mark;
  return (
    createHash('sha256')
      .update(markedBytes(file, offset, kept))
      .digest('base64url') === mark
  );
}

function markedBytes(file: string, offset: number, kept: KeptFiles | undefined): Buffer {
  const part = Math.min(HEAD, offset);
  const buffer = Buffer.alloc(2 * part);
  const bytes = openBytes(file, kept);
  try {
    let filled = 0;
    for (const from of [0, offset - part]) {
      for (let got = 0, count = 1; got < part && count > 0; got += count, filled += count) {
        count = bytes.read(buffer.subarray(filled, filled + part - got), from + got);
      }
    }
    return buffer.subarray(0, filled);
  } finally {
    bytes.close();
  }
}

/** Written by hand, since loading Node's crypto takes longer than reading a new line. It need not resist forgery. */
function shortHash(bytes: Buffer): string {
  let a = 0x9e3779b1 ^ bytes.length;
  let b = 0x85ebca77;
  // for…of would take three times as long before V8 has compiled it.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    a = Math.imul(a ^ byte, 0x5bd1e995);
    a ^= a >>> 15;
    b = Math.imul((b << 5) ^ (b >>> 27) ^ byte, 0x27d4eb2f);
  }
  return `${(a >>> 0).toString(36)}.${((b ^ (b >>> 16)) >>> 0).toString(36)}`;
}
