import { readAt } from './read-at.js';

/** Committed pages that are not in the database's file, but in a log or a journal beside it. */
export interface CommittedPages {
  /** The offset of each page in that file. */
  offsets: Map<number, number>;
  /** The database's number of pages; undefined if that file holds none. */
  pages: number | undefined;
}

const HEADER = 32;
const FRAME_HEADER = 24;
const BIG_ENDIAN = 0x377f0683;
const LITTLE_ENDIAN = 0x377f0682;

export function headOfWal(fd: number): Buffer {
  return readAt(fd, 0, HEADER);
}

/**
 * Reads the log up to its last commit. It ends at a frame with another salt, left over from before the log was restarted,
 * or with a wrong checksum, which means a partial write.
 */
export function walFrames(fd: number, pageSize: number): CommittedPages {
  const frames: CommittedPages = { offsets: new Map(), pages: undefined };
  const header = headOfWal(fd);
  const magic = header.length < HEADER ? 0 : header.readUInt32BE(0);
  if ((magic !== BIG_ENDIAN && magic !== LITTLE_ENDIAN) || header.readUInt32BE(8) !== pageSize) return frames;
  const checksum = new Checksum(magic === LITTLE_ENDIAN);
  if (!checksum.add(header, 0, 24).is(header, 24)) return frames;
  const open: [number, number][] = [];
  for (let offset = HEADER; ; offset += FRAME_HEADER + pageSize) {
    const frame = readAt(fd, offset, FRAME_HEADER + pageSize);
    if (frame.length < FRAME_HEADER + pageSize || !frame.subarray(8, 16).equals(header.subarray(16, 24))) break;
    if (!checksum.add(frame, 0, 8).add(frame, FRAME_HEADER, frame.length).is(frame, 16)) break;
    open.push([frame.readUInt32BE(0), offset + FRAME_HEADER]);
    const pagesAfter = frame.readUInt32BE(4);
    if (pagesAfter === 0) continue;
    for (const [page, at] of open.splice(0)) frames.offsets.set(page, at);
    frames.pages = pagesAfter;
  }
  return frames;
}

/** SQLite's running checksum. */
class Checksum {
  private first = 0;
  private second = 0;

  constructor(private readonly isLittleEndian: boolean) {}

  add(bytes: Buffer, from: number, to: number): this {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = from; at < to; at += 8) {
      this.first = (this.first + view.getUint32(at, this.isLittleEndian) + this.second) >>> 0;
      this.second = (this.second + view.getUint32(at + 4, this.isLittleEndian) + this.first) >>> 0;
    }
    return this;
  }

  is(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.first && bytes.readUInt32BE(at + 4) === this.second;
  }
}
