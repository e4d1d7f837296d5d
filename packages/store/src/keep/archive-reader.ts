import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  type ArchivedFile,
  type ArchiveIndex,
  BLOCK,
  DamagedArchive,
  HEAD,
  TAIL,
  unpackBlock,
} from './archive-format.js';
import { decodeIndex, placeOfIndex } from './archive-index.js';

/** An archive that is open for reading. Everything read from it is checked against its hash. */
export class ArchiveReader {
  readonly index: ArchiveIndex;
  /** The size of the archive itself. */
  readonly size: number;
  private readonly fd: number;
  private isOpen = true;
  private starts: Map<ArchivedFile, number[]> | undefined;
  /** Cached, since reads are usually sequential. */
  private last: { file: ArchivedFile; block: number; bytes: Buffer } | undefined;

  /** Throws `DamagedArchive`, or a system error. */
  constructor(readonly path: string) {
    this.fd = openSync(path, 'r');
    try {
      this.size = fstatSync(this.fd).size;
      if (!this.bytes(0, HEAD.length).equals(HEAD)) throw new DamagedArchive('it does not start like an archive');
      const place = placeOfIndex(this.bytes(Math.max(0, this.size - TAIL), TAIL), this.size);
      this.index = decodeIndex(this.bytes(place.offset, place.length), place);
    } catch (error) {
      closeSync(this.fd);
      throw error;
    }
  }

  file(name: string): ArchivedFile | undefined {
    return this.index.files.find((file) => file.name === name);
  }

  /** Like `fs.readSync`: reads into `target` and returns the number of bytes; 0 at the end. */
  read(file: ArchivedFile, target: Uint8Array, position: number): number {
    if (position >= file.size) return 0;
    const bytes = this.block(file, Math.floor(position / BLOCK));
    const from = position % BLOCK;
    const count = Math.min(target.length, bytes.length - from);
    target.set(bytes.subarray(from, from + count));
    return count;
  }

  /** A whole file in chunks. The last chunk comes only if the hash of the file is correct. */
  *chunks(file: ArchivedFile): Generator<Buffer> {
    const hash = createHash('sha256');
    for (const at of file.blocks.keys()) {
      const bytes = this.block(file, at);
      hash.update(bytes);
      if (at === file.blocks.length - 1) this.mustBe(file, hash.digest('hex'));
      yield bytes;
    }
    if (file.blocks.length === 0) this.mustBe(file, hash.digest('hex'));
  }

  /** A file's packed blocks, checked. */
  *packedBlocks(file: ArchivedFile): Generator<Buffer> {
    for (const [at, block] of file.blocks.entries()) {
      const packed = this.packed(file, at);
      unpackBlock(packed, block);
      yield packed;
    }
  }

  /** Reads and checks everything. Throws `DamagedArchive`. */
  verify(): void {
    for (const file of this.index.files) for (const _ of this.chunks(file));
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    closeSync(this.fd);
  }

  private mustBe(file: ArchivedFile, sha256: string): void {
    if (sha256 !== file.sha256) throw new DamagedArchive(`${file.name} differs from what was archived`);
  }

  private block(file: ArchivedFile, at: number): Buffer {
    if (this.last?.file === file && this.last.block === at) return this.last.bytes;
    const block = file.blocks[at];
    if (!block) throw new DamagedArchive(`${file.name} has no block ${at}`);
    const bytes = unpackBlock(this.packed(file, at), block);
    this.last = { file, block: at, bytes };
    return bytes;
  }

  private packed(file: ArchivedFile, at: number): Buffer {
    return this.bytes(this.startsOf(file)[at] ?? 0, file.blocks[at]?.[0] ?? 0);
  }

  private startsOf(file: ArchivedFile): number[] {
    this.starts ??= startsIn(this.index);
    return this.starts.get(file) ?? [];
  }

  private bytes(position: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
    for (let got = 0; got < length; ) {
      const count = readSync(this.fd, buffer, got, length - got, position + got);
      if (count === 0) throw new DamagedArchive('it is truncated');
      got += count;
    }
    return buffer;
  }
}

/** Blocks follow each other in the order of the files. */
function startsIn({ files }: ArchiveIndex): Map<ArchivedFile, number[]> {
  const starts = new Map<ArchivedFile, number[]>();
  let at = HEAD.length;
  for (const file of files) {
    const own: number[] = [];
    for (const [packed] of file.blocks) {
      own.push(at);
      at += packed;
    }
    starts.set(file, own);
  }
  return starts;
}
