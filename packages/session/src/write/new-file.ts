import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.js';
import { FileSink, type Sink, SYNC_EVERY } from './sink.js';

/** Writes a file that must not exist yet; it is on disk when this returns. */
export function writeNewFile<T>(file: string, write: (sink: Sink) => T): T {
  return writing(file, (fd) => {
    const sink = new FileSink(fd, SYNC_EVERY);
    const result = write(sink);
    sink.flush();
    fsyncSync(fd);
    return result;
  });
}

/**
 * The same without waiting for the disk, as `cp` does it: for what is made beside a source that stays as it is, and can be
 * made again. A loss of power in the next seconds may take it.
 */
export function writeUnsyncedFile<T>(file: string, write: (sink: Sink) => T): T {
  return writing(file, (fd) => {
    const sink = new FileSink(fd);
    const result = write(sink);
    sink.flush();
    return result;
  });
}

function writing<T>(file: string, write: (fd: number) => T): T {
  makeFolder(dirname(file));
  const fd = openSync(file, 'wx', 0o600);
  try {
    return write(fd);
  } finally {
    closeSync(fd);
  }
}
