import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { FileSink, type Sink } from './sink.js';

/** Writes a file that must not exist yet; it is on disk when this returns. */
export function writeNewFile<T>(file: string, write: (sink: Sink) => T): T {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, 'wx', 0o600);
  try {
    const sink = new FileSink(fd);
    const result = write(sink);
    sink.flush();
    fsyncSync(fd);
    return result;
  } finally {
    closeSync(fd);
  }
}
