import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type Sink, writeNewFile } from '@unspool/session/write';
import {
  type ArchivedBlock,
  type ArchivedFile,
  type ArchiveIndex,
  BLOCK,
  HEAD,
  hashOfBlock,
  packBlock,
} from './archive-format.js';
import { encodeIndex } from './archive-index.js';
import type { ArchiveReader } from './archive-reader.js';
import type { FamilyFile } from './family-files.js';

export interface ArchiveRequest {
  about: Omit<ArchiveIndex, 'version' | 'files'>;
  files: readonly FamilyFile[];
  /** The archive that this one replaces. Unchanged and deleted files are copied from it. */
  former: ArchiveReader | undefined;
  onBytes?: ((count: number) => void) | undefined;
}

export interface WrittenArchive {
  index: ArchiveIndex;
  notes: string[];
}

/** Writes an archive into a new file, and waits until it is on disk. Holds only a few blocks in memory. */
export function writeArchive(path: string, request: ArchiveRequest): WrittenArchive {
  return writeNewFile(path, (sink) => {
    const writer = new Writer(sink, request);
    const present = request.files.flatMap((file) => writer.add(file) ?? []);
    const names = new Set(present.map((file) => file.name));
    // The client's clean-up deletes files one by one. Files that it has deleted from a running family are kept.
    const gone = request.former?.index.files.filter((file) => !names.has(file.name)) ?? [];
    const files = [...present, ...gone.map((file) => writer.carryOver(file, file))];
    const index: ArchiveIndex = { version: 1, ...request.about, files };
    sink.write(encodeIndex(index, writer.offset));
    return { index, notes: writer.notes };
  });
}

class Writer {
  offset = 0;
  readonly notes: string[] = [];
  private readonly buffer = Buffer.allocUnsafe(BLOCK);

  constructor(
    private readonly sink: Sink,
    private readonly request: ArchiveRequest,
  ) {
    this.write(HEAD);
  }

  /** Undefined if the file is gone or unreadable; then the former archive's version is kept. */
  add(file: FamilyFile): ArchivedFile | undefined {
    const fd = openPlain(file, this.notes);
    if (fd === undefined) return undefined;
    try {
      const stats = fstatSync(fd);
      if (!stats.isFile()) return undefined;
      const former = this.request.former?.file(file.name);
      const about = aboutOf(file, stats);
      if (former && isSameFile(former, about)) return this.carryOver(former, about);
      return this.pack(fd, about);
    } finally {
      closeSync(fd);
    }
  }

  carryOver(former: ArchivedFile, about: Omit<ArchivedFile, 'sha256' | 'blocks'>): ArchivedFile {
    const { former: archive } = this.request;
    for (const packed of archive?.packedBlocks(former) ?? []) this.write(packed);
    this.request.onBytes?.(former.size);
    return { ...about, sha256: former.sha256, blocks: former.blocks };
  }

  /** Packs the file up to its size at the start; what is appended meanwhile goes into the next archive. */
  private pack(fd: number, about: Omit<ArchivedFile, 'sha256' | 'blocks'>): ArchivedFile {
    const hash = createHash('sha256');
    const blocks: ArchivedBlock[] = [];
    for (let at = 0; at < about.size; ) {
      const bytes = this.buffer.subarray(0, readFully(fd, this.buffer, at, about.size));
      if (bytes.length === 0) throw new Error(`${about.name} got shorter while it was archived`);
      hash.update(bytes);
      const packed = packBlock(bytes);
      blocks.push([packed.length, bytes.length, hashOfBlock(packed)]);
      this.write(packed);
      this.request.onBytes?.(bytes.length);
      at += bytes.length;
    }
    return { ...about, sha256: hash.digest('hex'), blocks };
  }

  private write(bytes: Uint8Array): void {
    this.sink.write(bytes);
    this.offset += bytes.length;
  }
}

/** Compares only size, time and inode, since reading the file would be as much work as packing it. */
export function isSameFile(
  a: Pick<ArchivedFile, 'size' | 'mtimeMs' | 'inode'>,
  b: Pick<ArchivedFile, 'size' | 'mtimeMs' | 'inode'>,
): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.inode === b.inode;
}

export function aboutOf({ name, agent }: FamilyFile, stats: Stats): Omit<ArchivedFile, 'sha256' | 'blocks'> {
  const { size, mtimeMs, ino, mode } = stats;
  return { name, size, mtimeMs, inode: String(ino), mode: mode & 0o777, ...(agent !== undefined && { agent }) };
}

/** An unreadable side file must not prevent archiving the rest, but an unreadable session file must. */
function openPlain({ path, agent }: FamilyFile, notes: string[]): number | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    // Only the session's own file may be a link, as in lists of sessions.
    return openSync(path, agent === null ? O_RDONLY | O_NONBLOCK : O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (agent === null) throw error;
    notes.push(`${path} is left out: ${message}`);
    return undefined;
  }
}

function readFully(fd: number, buffer: Buffer, position: number, end: number): number {
  const length = Math.min(buffer.length, end - position);
  let got = 0;
  while (got < length) {
    const count = readSync(fd, buffer, got, length - got, position + got);
    if (count === 0) break;
    got += count;
  }
  return got;
}
