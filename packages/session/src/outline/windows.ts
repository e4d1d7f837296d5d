import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Whole lines in memory that is used again for the next ones. Only the last line of a file may lack its newline. */
export interface Window {
  bytes: Buffer;
  /** Behind the last line; the first begins at 0. */
  end: number;
  /** Where in the file the first line begins. */
  byte: number;
}

/** Called in file order: for windows, and for lines above the limit, which are not read. */
export interface WindowTaker {
  takeWindow(window: Window): void;
  takeLong(line: LongLine): void;
}

export interface LongLine {
  byte: number;
  length: number;
}

/** Memory that windows stand in. */
export interface WindowMemory {
  readonly bytes: Buffer;
  /** How much is read at once where lines are not longer. */
  readonly usual?: number;
  /** The memory of the window that was given last, where the next one has another. */
  readonly bytesBefore?: Buffer;
  /** To twice the size; what is in it stays. */
  grow(): void;
}

/** Lines of a part of a file: both ends are ends of lines. */
export interface ByteRange {
  from?: number;
  to?: number;
}

const LINE_FEED = 10;
const USUAL = 256 * 1024;

/** Goes through a file by whole lines in bounded memory: that of the longest line within the limit. */
export function forEachWindow(file: string, limit: number, taker: WindowTaker, memory?: WindowMemory): void {
  for (const found of windowsIn(file, limit, memory)) {
    if ('bytes' in found) taker.takeWindow(found);
    else taker.takeLong(found);
  }
}

/** The same, one at a time. Whoever asks for the next may have other memory for it by then. */
export function* windowsIn(
  file: string,
  limit: number,
  memory?: WindowMemory,
  { from = 0, to = Number.POSITIVE_INFINITY }: ByteRange = {},
): Generator<Window | LongLine, void> {
  const fd = openSync(file, 'r');
  try {
    // Most files are small, and fresh memory costs more than reading them.
    const room: WindowMemory = memory ?? new OwnMemory(Math.min(USUAL, fstatSync(fd).size + 1));
    let byte = from;
    let kept = 0;
    for (;;) {
      if (kept === room.bytes.length) room.grow();
      const { bytes } = room;
      // Room that a long line needed is not filled again: what stays in the processor's own memory is faster.
      const most = Math.min(bytes.length, Math.max(room.usual ?? USUAL, 2 * kept), to - byte) - kept;
      const count = readSync(fd, bytes, kept, most, byte + kept);
      const filled = kept + count;
      const end = count === 0 ? filled : bytes.lastIndexOf(LINE_FEED, filled - 1) + 1;
      if (end > 0) yield { bytes, end, byte };
      if (count === 0) return;
      kept = filled - end;
      while (room.bytes.length < kept) room.grow();
      // Asked for again: memory may have moved since.
      const before = end > 0 ? (room.bytesBefore ?? room.bytes) : room.bytes;
      before.copy(room.bytes, 0, end, filled);
      byte += end;
      if (kept <= limit) continue;
      const length = kept + restOfLine(fd, room.bytes, byte + kept);
      yield { byte, length };
      byte += length;
      kept = 0;
    }
  } finally {
    closeSync(fd);
  }
}

class OwnMemory implements WindowMemory {
  bytes: Buffer;

  constructor(length: number) {
    this.bytes = allocate(length);
  }

  grow(): void {
    this.bytes = grown(this.bytes);
  }
}

/** How many bytes there are from a place to behind the next newline, or to the end of the file. */
function restOfLine(fd: number, bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const count = readSync(fd, bytes, 0, bytes.length, at);
    const newline = bytes.subarray(0, count).indexOf(LINE_FEED);
    if (newline >= 0) return at + newline + 1 - from;
    if (count === 0) return at - from;
    at += count;
  }
}

/** Reading into memory that begins right at a page is several times slower for large reads. */
const OFF_PAGE = 64;

/** In whole words, as whoever looks at the bytes four at a time wants it. */
function allocate(length: number): Buffer {
  return Buffer.allocUnsafeSlow(OFF_PAGE + ((length + 7) & ~3)).subarray(OFF_PAGE);
}

function grown(bytes: Buffer): Buffer {
  const larger = allocate(bytes.length * 2);
  bytes.copy(larger);
  return larger;
}
