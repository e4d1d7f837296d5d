import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { type Line, LineSplitter } from '@unspool/session';
import type { KeptBytes, KeptFiles } from '../keep/kept-files.js';

const CHUNK = 1024 * 1024;
const HEAD = 4096;

/**
 * The lines of a file from a byte on, up to a size; `byte` of a line is its place in the file. A file that is gone is
 * read from its archive.
 */
export function* readLinesFrom(file: string, offset: number, size: number, kept?: KeptFiles): Generator<Line> {
  const splitter = new LineSplitter();
  const bytes = openBytes(file, kept);
  try {
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, size - offset)));
    for (let at = offset; at < size; ) {
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

/**
 * A mark of what has been read: the first bytes and the last ones before `offset`. As long as it is the same, the file
 * has only grown.
 */
export function markOf(file: string, offset: number, kept?: KeptFiles): string {
  const bytes = openBytes(file, kept);
  try {
    const hash = createHash('sha256');
    for (const [from, to] of [
      [0, Math.min(HEAD, offset)],
      [Math.max(0, offset - HEAD), offset],
    ] as const) {
      const buffer = Buffer.alloc(to - from);
      for (let got = 0, count = 1; got < buffer.length && count > 0; got += count) {
        count = bytes.read(buffer.subarray(got), from + got);
        hash.update(buffer.subarray(got, got + count));
      }
    }
    return hash.digest('base64url');
  } finally {
    bytes.close();
  }
}

function openBytes(file: string, kept: KeptFiles | undefined): KeptBytes & { close(): void } {
  try {
    const fd = openSync(file, 'r');
    return {
      read: (target, position) => readSync(fd, target, 0, target.length, position),
      close: () => closeSync(fd),
    };
  } catch (error) {
    const bytes = (error as NodeJS.ErrnoException).code === 'ENOENT' ? kept?.open(file) : undefined;
    if (!bytes) throw error;
    return { ...bytes, close: () => undefined };
  }
}
