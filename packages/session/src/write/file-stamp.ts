import { type Stats, statSync } from 'node:fs';

/** What tells whether a file is still the one that was read. */
export interface FileStamp {
  dev: number;
  ino: number;
  size: number;
  mtimeMs: number;
}

/**
 * The size, time and identity of a file; undefined when it does not exist. Take it before reading, so that you also
 * notice a change while reading.
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
