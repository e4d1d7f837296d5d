import { closeSync, openSync, readSync } from 'node:fs';

/** A stretch of whole lines in a buffer that is reused for the next stretch. */
export interface Region {
  bytes: Buffer;
  start: number;
  end: number;
  /** Offset of `start` in the file. */
  byte: number;
}

/** Memory that scans of many files share. It grows to the longest line. */
export interface Scratch {
  bytes: Buffer;
}

export function newScratch(): Scratch {
  return { bytes: allocate(256 * 1024) };
}

/** Reading into memory that starts right at a page is markedly slower for large reads (copies in the kernel). */
const OFF_PAGE = 64;

function allocate(length: number): Buffer {
  return Buffer.allocUnsafeSlow(length + OFF_PAGE).subarray(OFF_PAGE);
}

/** Calls back for stretches of whole lines; the last one may lack its newline. */
export function forEachRegion(file: string, scratch: Scratch, take: (region: Region) => void): void {
  const fd = openSync(file, 'r');
  try {
    let kept = 0;
    let byte = 0;
    for (;;) {
      if (kept === scratch.bytes.length) scratch.bytes = grown(scratch.bytes);
      const { bytes } = scratch;
      const count = readSync(fd, bytes, kept, bytes.length - kept, null);
      const filled = kept + count;
      if (count === 0) {
        if (filled > 0) take({ bytes, start: 0, end: filled, byte });
        return;
      }
      const end = bytes.lastIndexOf(10, filled - 1) + 1;
      if (end > kept || (end > 0 && kept === 0)) {
        take({ bytes, start: 0, end, byte });
        bytes.copy(bytes, 0, end, filled);
        byte += end;
        kept = filled - end;
      } else {
        kept = filled;
      }
    }
  } finally {
    closeSync(fd);
  }
}

function grown(bytes: Buffer): Buffer {
  const larger = allocate(bytes.length * 2);
  bytes.copy(larger);
  return larger;
}
