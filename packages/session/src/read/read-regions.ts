import { closeSync, openSync, readSync } from 'node:fs';

const LINE_FEED = 10;
/** The size of one read, small enough to still be in the processor's cache when it is examined. */
const CHUNK = 256 * 1024;

/** Memory that regions are read into, one after another. */
export interface RegionMemory {
  readonly bytes: Buffer;
  /** Doubles the memory and keeps its content. */
  grow(): void;
}

/** Separate memory, for readers that have no other. */
export class OwnMemory implements RegionMemory {
  bytes = Buffer.allocUnsafeSlow(CHUNK);

  grow(): void {
    const { bytes } = this;
    this.bytes = Buffer.allocUnsafeSlow(bytes.length * 2);
    bytes.copy(this.bytes);
  }
}

/** Whole lines at the start of the memory. Only the last line of a file may lack its newline. */
export interface Region {
  /** After the last line. */
  end: number;
  /** The file offset of the first line. */
  byte: number;
}

export interface LongLine {
  byte: number;
  length: number;
}

export interface RegionTaker {
  /** Returning 'stop' ends the reading. */
  takeRegion(region: Region): undefined | 'stop';
  /** Takes a line above the limit, which is not read. */
  takeLong(line: LongLine): void;
}

export interface RegionOptions {
  /** Longer lines are not read. */
  limit: number;
  /** Lines that start at this byte or later are not read. */
  to?: number;
}

/** Reads a file by whole lines. Memory is bounded by the longest line within the limit. */
export function readRegions(
  file: string,
  memory: RegionMemory,
  { takeRegion, takeLong }: RegionTaker,
  { limit, to = Number.POSITIVE_INFINITY }: RegionOptions,
): void {
  const fd = openSync(file, 'r');
  try {
    let byte = 0;
    let kept = 0;
    while (byte < to) {
      if (kept === memory.bytes.length) memory.grow();
      const { bytes } = memory;
      // At most the limit is kept, so that no region has a longer line, unless the limit is tiny.
      const most = Math.min(bytes.length, Math.max(CHUNK, Math.min(2 * kept, limit + 1))) - kept;
      const count = readSync(fd, bytes, kept, most, byte + kept);
      const filled = kept + count;
      const end = count === 0 ? filled : endOfLines(bytes, filled, to - byte);
      if (end > 0 && takeRegion({ end, byte }) === 'stop') return;
      if (count === 0) return;
      // Read again because the memory may have grown.
      memory.bytes.copyWithin(0, end, filled);
      byte += end;
      kept = filled - end;
      if (kept <= limit) continue;
      const next = nextLine(fd, memory.bytes, byte + kept);
      takeLong({ byte, length: next - byte });
      byte = next;
      kept = 0;
    }
  } finally {
    closeSync(fd);
  }
}

/** Returns the end of the last whole line of those that start before `to`. */
function endOfLines(bytes: Buffer, filled: number, to: number): number {
  const end = bytes.lastIndexOf(LINE_FEED, filled - 1) + 1;
  if (end <= to) return end;
  // The last line that starts before `to` ends at the first newline from the byte before it on.
  return bytes.indexOf(LINE_FEED, to - 1) + 1;
}

/** Returns the start of the line after the first newline from an offset on; the end of the file if there is none. */
function nextLine(fd: number, bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const count = readSync(fd, bytes, 0, bytes.length, at);
    const newline = bytes.subarray(0, count).indexOf(LINE_FEED);
    if (newline >= 0) return at + newline + 1;
    if (count === 0) return at;
    at += count;
  }
}
