import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { type Line, LineSplitter } from '@unspool/session';

const CHUNK = 1024 * 1024;
const HEAD = 4096;

/** The lines of a file from a byte on, up to a size; `byte` of a line is its place in the file. */
export function* readLinesFrom(file: string, offset: number, size: number): Generator<Line> {
  const splitter = new LineSplitter();
  const fd = openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, size - offset)));
    for (let at = offset; at < size; ) {
      const count = readSync(fd, buffer, 0, Math.min(buffer.length, size - at), at);
      if (count === 0) break;
      at += count;
      splitter.give(buffer.subarray(0, count));
      for (let line = splitter.take(); line; line = splitter.take()) yield moved(line, offset);
    }
  } finally {
    closeSync(fd);
  }
  const last = splitter.takeLast();
  if (last) yield moved(last, offset);
}

function moved(line: Line, offset: number): Line {
  line.byte += offset;
  return line;
}

/**
 * A mark of what has been read: the first bytes and the last ones before `offset`. As long as it is the same, the file
 * has only grown.
 */
export function markOf(file: string, offset: number): string {
  const fd = openSync(file, 'r');
  try {
    const hash = createHash('sha256');
    for (const [from, to] of [
      [0, Math.min(HEAD, offset)],
      [Math.max(0, offset - HEAD), offset],
    ] as const) {
      const buffer = Buffer.alloc(to - from);
      hash.update(buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from)));
    }
    return hash.digest('base64url');
  } finally {
    closeSync(fd);
  }
}
