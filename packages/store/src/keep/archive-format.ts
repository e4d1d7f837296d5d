import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { ListFacts } from '@unspool/session';

/**
 * One family in one file: compressed blocks, then an index of them, then where the index is.
 *
 *     "unspool archive 1\n" | blocks of all files, without gaps | index | offset of the index (8) | its SHA-256 (32) | "unspool end\n"
 *
 * A block holds at most BLOCK bytes of one file, so that any place of a file is read by unpacking one or two blocks.
 * Every byte is covered: the two words by themselves, a block by its hash in the index, the index by the hash behind it,
 * and its offset and length by the size of the file.
 */
export const HEAD = Buffer.from('unspool archive 1\n');
export const END = Buffer.from('unspool end\n');
export const BLOCK = 1024 * 1024;
export const TAIL = 8 + 32 + END.length;

export interface ArchiveIndex {
  version: 1;
  sessionId: string;
  slug: string;
  /** The config folder that the family was in. */
  config: string;
  /** Milliseconds: when reading the family began. */
  takenAt: number;
  facts: ArchivedFacts | null;
  files: ArchivedFile[];
}

/** What a list shows of the session, so that it need not be unpacked for that. Times that are unknown are null. */
export interface ArchivedFacts extends Omit<ListFacts, 'startedAt' | 'endedAt'> {
  startedAt: number | null;
  endedAt: number | null;
}

export interface ArchivedFile {
  /** From the config folder on, with slashes: `projects/<slug>/<sessionId>.jsonl`. */
  name: string;
  size: number;
  mtimeMs: number;
  inode: string;
  mode: number;
  sha256: string;
  /** Of a transcript: null for the session's own, the id for a sub-agent's. */
  agent?: string | null;
  blocks: ArchivedBlock[];
}

/** Bytes in the archive, bytes when unpacked, and the hash of those in the archive. */
export type ArchivedBlock = readonly [packed: number, size: number, hash: string];

/** The archive cannot be relied on: something in it is not what was written. */
export class DamagedArchive extends Error {}

export function packBlock(bytes: Uint8Array): Buffer {
  return brotliCompressSync(bytes, {
    // Three times as fast as the next better step, for a tenth of the size.
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 20 },
  });
}

export function unpackBlock(packed: Uint8Array, [, size, hash]: ArchivedBlock): Buffer {
  if (hashOfBlock(packed) !== hash) throw new DamagedArchive('a block is not what was written');
  const bytes = brotliDecompressSync(packed, { maxOutputLength: BLOCK });
  if (bytes.length !== size) throw new DamagedArchive('a block has another size than was written');
  return bytes;
}

/** Half of a SHA-256 is plenty against damage, and keeps the index of a large session small. */
export function hashOfBlock(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest().subarray(0, 16).toString('base64url');
}
