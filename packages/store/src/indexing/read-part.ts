import type { Line } from '@unspool/session';
import { LineSplitter } from '@unspool/session/read';
import type { KeptFiles } from '../keep/kept-files.js';
import { openBytes } from './open-bytes.js';

/** Little at first, since often only one line is wanted; then more at a time. */
const FIRST_CHUNK = 32 * 1024;
const CHUNK = 1024 * 1024;

export interface ReadOptions {
  /** A file that is gone is read from its archive. */
  kept?: KeptFiles | undefined;
  /** Room to read the first bytes into, of who reads many places one after another. */
  room?: Buffer | undefined;
}

export function roomToRead(): Buffer {
  return Buffer.allocUnsafe(FIRST_CHUNK);
}

/** The lines of a file from a byte on, up to a size; `byte` of a line is its place in the file. */
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
