import { existsSync, type StatsFs, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether the disk of a folder is almost full. The folder need not exist yet. */
export function isDiskFull(folder: string): boolean {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    return isFull(statfsSync(there));
  } catch {
    // Not every system reports this. Writing will fail if the disk is full.
    return false;
  }
}

/** Recording one turn may need this much. */
const LEAST_BYTES = 1024 * 1024;

/** Some file systems report no blocks or no files at all. */
export function isFull({ blocks, bavail, bsize, files, ffree }: Omit<StatsFs, 'type' | 'bfree'>): boolean {
  return (blocks > 0 && bavail * bsize < LEAST_BYTES) || (files > 0 && ffree === 0);
}
