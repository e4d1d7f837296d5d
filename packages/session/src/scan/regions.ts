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
  const { chunk = CHUNK } = scratch;
  const fd = openSync(file, 'r');
  try {
    let kept = 0;
    // A line begins at `from` when the one before ends there: that is the first to be skipped.
    let byte = Math.max(0, from - 1);
    let isSkipping = from > 0;
    for (;;) {
      if (kept === scratch.bytes.length) scratch.grow();
      const { bytes } = scratch;
      const count = readSync(fd, bytes, kept, Math.min(chunk, bytes.length - kept), byte + kept);
      if (count === 0) {
        if (kept > 0 && !isSkipping) take({ bytes, start: 0, end: kept, byte });
        return;
      }
      let filled = kept + count;
      if (isSkipping) {
        const newline = bytes.subarray(0, filled).indexOf(LINE_FEED);
        const skipped = newline < 0 ? filled : newline + 1;
        bytes.copy(bytes, 0, skipped, filled);
        byte += skipped;
        filled -= skipped;
        isSkipping = newline < 0;
        if (byte >= to) return;
      }
      const last = lineFeedFrom(bytes, to - 1 - byte, filled);
      if (last >= 0) {
        take({ bytes, start: 0, end: last + 1, byte });
        return;
      }
      // What was kept is the beginning of one line.
      const end = lastLineFeed(bytes, kept, filled) + 1;
      if (end > 0) {
        take({ bytes, start: 0, end, byte });
        bytes.copy(bytes, 0, end, filled);
        byte += end;
      }
      kept = filled - end;
      if (kept > LONGEST_LINE) {
        byte += kept;
        kept = 0;
        isSkipping = true;
      }
    }
  } finally {
    closeSync(fd);
  }
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
