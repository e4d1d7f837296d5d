import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { ListFacts } from '@unspool/session';

/**
 * One family in one file: compressed blocks, then an index of them, then where the index is.
 *
 *     "unspool archive 1\n" | blocks of all files, without gaps | index | offset of the index (8) | its SHA-256 (32) | "unspool end\n"
 *
 * A block holds at most BLOCK bytes of one file, so that any part of a file can be read by unpacking one or two blocks.
 * Damage to any byte is detected: the first and last line are fixed, blocks have a hash in the index, the index has a hash
 * after it, and its offset and length must fit the file's size.
 */
export const HEAD = Buffer.from('unspool archive 1\n');
export const END = Buffer.from('unspool end\n');
export const BLOCK = 1024 * 1024;
export const TAIL = 8 + 32 + END.length;

export interface ArchiveIndex {
  version: 1;
  sessionId: string;
  slug: string;
  /** The config folder of the family. */
  config: string;
  /** When reading the family began, in milliseconds. */
  takenAt: number;
  facts: ArchivedFacts | null;
  files: ArchivedFile[];
}

/** What a list shows of the session, so that the archive need not be unpacked. Unknown times are null. */
export interface ArchivedFacts extends Omit<ListFacts, 'startedAt' | 'endedAt' | 'isOfDesktop'> {
  startedAt: number | null;
  endedAt: number | null;
}

export interface ArchivedFile {
  /** Relative to the config folder, with slashes: `projects/<slug>/<sessionId>.jsonl`. */
  name: string;
  size: number;
  mtimeMs: number;
  inode: string;
  mode: number;
  sha256: string;
  /** For transcripts: null for the session's own, the id for a sub-agent's. */
  agent?: string | null;
  blocks: ArchivedBlock[];
}

/** The packed size, the unpacked size, and the hash of the packed bytes. */
export type ArchivedBlock = readonly [packed: number, size: number, hash: string];

/** The archive is damaged. */
export class DamagedArchive extends Error {}

export function packBlock(bytes: Uint8Array): Buffer {
  return brotliCompressSync(bytes, {
    // Three times as fast as the next level, and only a tenth larger.
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 20 },
  });
}

export function unpackBlock(packed: Uint8Array, [, size, hash]: ArchivedBlock): Buffer {
  if (hashOfBlock(packed) !== hash) throw new DamagedArchive('a block is damaged');
  const bytes = brotliDecompressSync(packed, { maxOutputLength: BLOCK });
  if (bytes.length !== size) throw new DamagedArchive('a block has the wrong size');
  return bytes;
}

/** Half of a SHA-256 is enough to detect damage, and keeps the index of a large session small. */
export function hashOfBlock(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest().subarray(0, 16).toString('base64url');
}
