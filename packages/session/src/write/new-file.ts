import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.js';
import { nameFailure } from './name-failure.js';
import { FileSink, type Sink, SYNC_EVERY } from './sink.js';

/** Writes a file that must not exist yet. It is on disk when this returns. On failure nothing is left of it. */
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
 * Does the same without waiting for the disk, as `cp` does. For files that can be made again from an unchanged source:
 * a loss of power in the next seconds may lose them.
 */
export function writeUnsyncedFile<T>(file: string, write: (sink: Sink) => T, mode = 0o600): T {
  return writing(
    file,
    (fd) => {
      const sink = new FileSink(fd);
      const result = write(sink);
      sink.flush();
      return result;
    },
    mode,
  );
}

function writing<T>(file: string, write: (fd: number) => T, mode = 0o600): T {
  makeFolder(dirname(file));
  const fd = openSync(file, 'wx', mode);
  let isWhole = false;
  try {
    const result = write(fd);
    isWhole = true;
    return result;
  } catch (error) {
    throw nameFailure(error, file);
  } finally {
    closeSync(fd);
    // Half a file, from a full disk, is useless.
    if (!isWhole) rmSync(file, { force: true });
  }
}
