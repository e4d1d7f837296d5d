import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Line } from './line.js';
import { LineSplitter, type SplitOptions } from './split.js';

export interface ReadOptions extends SplitOptions {
  chunkBytes?: number;
}

/**
 * Reads the lines of a file one after another, in bounded memory. Deliberately synchronous: per line it is several
 * times cheaper than an async iterator, and callers that must stay responsive read in slices or in a worker.
 */
export function* readLines(file: string, options: ReadOptions = {}): Generator<Line> {
  const splitter = new LineSplitter(options);
  for (const chunk of readChunks(file, options.chunkBytes)) {
    splitter.give(chunk);
    for (let line = splitter.take(); line; line = splitter.take()) yield line;
  }
  const last = splitter.takeLast();
  if (last) yield last;
}

/** Reads the bytes of a file in order. Each chunk is valid until the next one is requested. */
export function* readChunks(file: string, chunkBytes = 512 * 1024): Generator<Uint8Array> {
  const fd = openSync(file, 'r');
  try {
    // Most files are small, and allocating a whole chunk would cost more than reading them.
    const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, Math.max(4096, fstatSync(fd).size)));
    for (;;) {
      const count = readSync(fd, buffer, 0, buffer.length, null);
      if (count === 0) return;
      yield buffer.subarray(0, count);
    }
  } finally {
    closeSync(fd);
  }
}

/** Reads a range of bytes; shorter if the file ends earlier. */
export function readRange(file: string, byte: number, length: number, room?: Buffer): Uint8Array {
  const buffer = room && room.length >= length ? room : Buffer.allocUnsafe(length);
  const fd = openSync(file, 'r');
  try {
    let got = 0;
    while (got < length) {
      const count = readSync(fd, buffer, got, length - got, byte + got);
      if (count === 0) break;
      got += count;
    }
    return buffer.subarray(0, got);
  } finally {
    closeSync(fd);
  }
}
