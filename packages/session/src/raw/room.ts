import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Reading into memory that begins right at a page is several times slower for large reads. */
const OFF_PAGE = 64;
const USUAL = 8 * 1024 * 1024;
const USUAL_WORDS = USUAL >> 6;

/**
 * Memory for the files of one job after another: fresh memory for each costs more than reading them. What was read into
 * it must not be used any more once it is cleared.
 */
export class Room {
  private used = 0;
  private words: Uint32Array | undefined;
  private usedWords = 0;

  /** `bytes`: where to read to, for who has such a place. */
  constructor(private readonly bytes: Buffer = ownMemory(USUAL)) {}

  clear(): void {
    this.used = 0;
    this.usedWords = 0;
  }

  /** Memory of its own for what does not fit. */
  take(length: number): Buffer {
    const start = this.used;
    if (start + length > this.bytes.length) return ownMemory(length);
    this.used += length;
    return this.bytes.subarray(start, start + length);
  }

  /** The same for numbers: what stands in them was left by others. */
  takeWords(length: number): Uint32Array {
    this.words ??= new Uint32Array(USUAL_WORDS);
    const start = this.usedWords;
    if (start + length > this.words.length) return new Uint32Array(length);
    this.usedWords += length;
    return this.words.subarray(start, start + length);
  }
}

function ownMemory(length: number): Buffer {
  return Buffer.allocUnsafeSlow(OFF_PAGE + length).subarray(OFF_PAGE);
}

/** All of a file as it is now. */
export function readInto(file: string, room?: Room): Buffer {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const bytes = room ? room.take(size) : ownMemory(size);
    let got = 0;
    for (let count = -1; count !== 0 && got < bytes.length; got += count) {
      count = readSync(fd, bytes, got, bytes.length - got, got);
    }
    return bytes.subarray(0, got);
  } finally {
    closeSync(fd);
  }
}
