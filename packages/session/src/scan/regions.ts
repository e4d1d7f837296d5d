import { closeSync, openSync, readSync } from 'node:fs';

/** A stretch of whole lines in a buffer that is reused for the next stretch. */
export interface Region {
  bytes: Buffer;
  start: number;
  end: number;
  /** Offset of `start` in the file. */
  byte: number;
}

/** Memory that scans of many files share. It grows to the longest line, and keeps what is in it. */
export interface Scratch {
  readonly bytes: Buffer;
  /** How much is read at a time, unless it is the usual. */
  readonly chunk?: number;
  grow(): void;
}

export function newScratch(): Scratch {
  const scratch = {
    bytes: allocate(256 * 1024),
    grow: () => {
      const larger = allocate(scratch.bytes.length * 2);
      scratch.bytes.copy(larger);
      scratch.bytes = larger;
    },
  };
  return scratch;
}

/** Reading into memory that starts right at a page is markedly slower for large reads (copies in the kernel). */
const OFF_PAGE = 64;

function allocate(length: number): Buffer {
  return Buffer.allocUnsafeSlow(length + OFF_PAGE).subarray(OFF_PAGE);
}

/** What is looked at should still be in the processor's cache, however large the buffer has grown. */
const CHUNK = 128 * 1024;
/** Longer lines are not read, as in the full reader. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LINE_FEED = 10;
const PAGE = 4096;

/** A part of a file: the lines that begin in [from, to). Parts that meet hold each line once. */
export interface FileRange {
  from: number;
  to: number;
}

const WHOLE: FileRange = { from: 0, to: Number.POSITIVE_INFINITY };

/** Calls back for stretches of whole lines; the last one of the file may lack its newline. */
export function forEachRegion(
  file: string,
  scratch: Scratch,
  take: (region: Region) => void,
  { from, to }: FileRange = WHOLE,
): void {
  if (from >= to) return;
  const fd = openSync(file, 'r');
  try {
    // A line begins at `from` when the one before ends there: that is the first to be skipped.
    let byte = Math.max(0, from - 1);
    let isSkipping = from > 0;
    let start = frontFor(byte);
    let filled = start;
    for (;;) {
      const count = readBehind(fd, scratch, filled, byte + filled - start);
      const { bytes } = scratch;
      if (count === 0) {
        if (filled > start && !isSkipping) take({ bytes, start, end: filled, byte });
        return;
      }
      // What was kept is the beginning of one line.
      let fresh = filled;
      filled += count;
      if (isSkipping) {
        fresh = behindLine(bytes, start, filled);
        byte += fresh - start;
        start = fresh;
        isSkipping = bytes[start - 1] !== LINE_FEED;
        if (byte >= to) return;
      }
      const last = lineFeedFrom(bytes, start + to - 1 - byte, filled);
      if (last >= 0) {
        take({ bytes, start, end: last + 1, byte });
        return;
      }
      const end = lastLineFeed(bytes, fresh, filled) + 1;
      if (end > 0) {
        take({ bytes, start, end, byte });
        byte += end - start;
        start = end;
      }
      if (filled - start > LONGEST_LINE) {
        byte += filled - start;
        start = filled;
        isSkipping = true;
      }
      const kept = filled - start;
      start = movedForward(bytes, byte, start, filled);
      filled = start + kept;
    }
  } finally {
    closeSync(fd);
  }
}

/** How many bytes the file has at a place, up to a chunk; they are put behind those that are there. */
function readBehind(fd: number, scratch: Scratch, filled: number, position: number): number {
  if (filled === scratch.bytes.length) scratch.grow();
  const { bytes, chunk = CHUNK } = scratch;
  return readSync(fd, bytes, filled, Math.min(chunk, bytes.length - filled), position);
}

/** Where the line in [start, filled) ends; it may go on behind it. */
function behindLine(bytes: Buffer, start: number, filled: number): number {
  const newline = lineFeedFrom(bytes, start, filled);
  return newline < 0 ? filled : newline + 1;
}

/** Where [start, filled) begins when it was moved as far to the front as it may stand. */
function movedForward(bytes: Buffer, byte: number, start: number, filled: number): number {
  const front = frontFor(byte);
  if (front >= start) return start;
  bytes.copy(bytes, front, start, filled);
  return front;
}

/**
 * Where a place of a file is to stand in the buffer: as far into a page as in the file. Some processors copy several times
 * slower to a place that is a few bytes further into a page than what is copied.
 */
function frontFor(byte: number): number {
  return byte % PAGE;
}

/** -1 when there is none in [from, end). */
function lineFeedFrom(bytes: Buffer, from: number, end: number): number {
  if (from >= end) return -1;
  const at = bytes.subarray(from, end).indexOf(LINE_FEED);
  return at < 0 ? -1 : from + at;
}

/** -1 when there is none in [from, end). */
function lastLineFeed(bytes: Buffer, from: number, end: number): number {
  const at = bytes.subarray(from, end).lastIndexOf(LINE_FEED);
  return at < 0 ? -1 : from + at;
}
