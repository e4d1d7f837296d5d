import { type Stats, statSync } from 'node:fs';

/** Size, time in microseconds and inode of a file; undefined if it does not exist or is not a file. */
export function lookOf(path: string): string | undefined {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch {
    // Permission was withdrawn after the folder was read: the full listing reports what cannot be read.
    return undefined;
  }
  if (!stats?.isFile()) return undefined;
  return `${stats.size} ${Math.floor(stats.mtimeMs * 1000)} ${stats.ino}`;
}
