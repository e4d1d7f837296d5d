import type { Line } from '@unspool/session';
import { LineSplitter } from '@unspool/session/read';
import type { KeptFiles } from '../keep/kept-files.js';
import { openBytes } from './open-bytes.js';

/** The first read is small, since often only one line is needed; later ones are larger. */
const FIRST_CHUNK = 32 * 1024;
const CHUNK = 1024 * 1024;

export interface ReadOptions {
  /** Used if the file is gone. */
  kept?: KeptFiles | undefined;
  /** A buffer for the first bytes, reused by callers that read many places. */
  room?: Buffer | undefined;
}

export function roomToRead(): Buffer {
  return Buffer.allocUnsafe(FIRST_CHUNK);
}

/** The lines of a file from an offset up to a size. `byte` is the offset of a line in the file. */
export function* readLinesFrom(
  file: string,
  offset: number,
  size: number,
  { kept, room }: ReadOptions = {},
): Generator<Line> {
  const splitter = new LineSplitter();
  const bytes = openBytes(file, kept);
  try {
    let buffer = room ?? Buffer.allocUnsafe(Math.min(FIRST_CHUNK, Math.max(1, size - offset)));
    for (let at = offset; at < size; ) {
      if (at > offset && buffer.length < CHUNK) buffer = Buffer.allocUnsafe(Math.min(CHUNK, buffer.length * 4));
      const count = bytes.read(buffer.subarray(0, size - at), at);
      if (count === 0) break;
      at += count;
      splitter.give(buffer.subarray(0, count));
      for (let line = splitter.take(); line; line = splitter.take()) yield moved(line, offset);
    }
  } finally {
    bytes.close();
  }
  const last = splitter.takeLast();
  if (last) yield moved(last, offset);
}

function moved(line: Line, offset: number): Line {
  line.byte += offset;
  return line;
}
