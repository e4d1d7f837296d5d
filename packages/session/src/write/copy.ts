import { closeSync, openSync, readSync } from 'node:fs';
import { ChangedFileError } from '../read/changed-file.js';
import type { Line } from '../read/line.js';
import { readChunks } from '../read/read-lines.js';
import type { Sink } from './sink.js';

const CHUNK = 256 * 1024;

/** Copies a whole file. */
export function copyAll(source: string, sink: Sink): void {
  for (const chunk of readChunks(source)) sink.write(chunk);
}

/** Copies bytes of a file unchanged, in bounded memory. Throws if the file ends too early because it has changed. */
export function copyRange(source: string, range: { byte: number; length: number }, sink: Sink): void {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, range.length));
  const fd = openSync(source, 'r');
  try {
    let done = 0;
    while (done < range.length) {
      const count = readSync(fd, chunk, 0, Math.min(chunk.length, range.length - done), range.byte + done);
      if (count === 0)
        throw new ChangedFileError(
          `${source} ends at byte ${range.byte + done}: it became shorter while it was copied`,
        );
      sink.write(chunk.subarray(0, count));
      done += count;
    }
  } finally {
    closeSync(fd);
  }
}

/**
 * Writes lines as they were read, damaged ones too: writing all lines of a file reproduces it. `source` is the file
 * that the lines are from. A line longer than the reader's limit is not in memory and is copied from there.
 */
export function writeLines(lines: Iterable<Line>, sink: Sink, source?: string): void {
  for (const line of lines) {
    if (line.bytes) sink.write(line.bytes);
    else if (source !== undefined) copyRange(source, line, sink);
    else
      throw new Error(`line ${line.number} is longer than the reader's limit and no source is given to copy it from`);
  }
}
