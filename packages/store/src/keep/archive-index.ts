import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type ArchiveIndex, DamagedArchive, END, HEAD, TAIL } from './archive-format.js';
import { checkIndex } from './check-index.js';

const MAX_INDEX = 256 * 1024 * 1024;

/** The index and what follows it. `offset`: where the blocks end. */
export function encodeIndex(index: ArchiveIndex, offset: number): Buffer {
  const packed = brotliCompressSync(JSON.stringify(index), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(offset));
  return Buffer.concat([packed, place, createHash('sha256').update(packed).digest(), END]);
}

/** Reads where the index begins from the last bytes of an archive. */
export function placeOfIndex(tail: Buffer, size: number): { offset: number; length: number; sha256: Buffer } {
  const isWhole = tail.length === TAIL && tail.subarray(40).equals(END);
  if (!isWhole) throw new DamagedArchive('its end is missing');
  const offset = Number(tail.readBigUInt64BE(0));
  const length = size - TAIL - offset;
  if (offset < HEAD.length || length <= 0 || length > MAX_INDEX)
    throw new DamagedArchive('its index is in the wrong place');
  return { offset, length, sha256: tail.subarray(8, 40) };
}

export function decodeIndex(packed: Buffer, place: { offset: number; sha256: Buffer }): ArchiveIndex {
  if (!createHash('sha256').update(packed).digest().equals(place.sha256)) {
    throw new DamagedArchive('its index is damaged');
  }
  return checkIndex(contentOf(packed), place.offset);
}

function contentOf(packed: Buffer): unknown {
  try {
    return JSON.parse(brotliDecompressSync(packed, { maxOutputLength: MAX_INDEX }).toString('utf8'));
  } catch {
    // The hash is correct, so another program wrote it.
    throw new DamagedArchive('its index was not written by Unspool');
  }
}
