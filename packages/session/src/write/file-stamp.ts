import { type Stats, statSync } from 'node:fs';

/** Identifies the state of a file, to detect whether it has changed since it was read. */
export interface FileStamp {
  dev: number;
  ino: number;
  size: number;
  mtimeMs: number;
}

/**
 * Returns the size, time and identity of a file; undefined if it does not exist. Call it before reading, so that a
 * change during reading is also noticed.
 */
export function stampOf(file: string): FileStamp | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && stampFrom(stats);
}

export function stampFrom({ dev, ino, size, mtimeMs }: Stats): FileStamp {
  return { dev, ino, size, mtimeMs };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs;
}
