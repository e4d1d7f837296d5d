import { existsSync, type StatsFs, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether next to nothing more fits on the disk of a folder, which need not be there yet. */
export function isDiskFull(folder: string): boolean {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    return isFull(statfsSync(there));
  } catch {
    // Not every system says: who writes finds out.
    return false;
  }
}

/** What one turn takes to be written down may not fit into less. */
const LEAST_BYTES = 1024 * 1024;

/** Some file systems tell of no blocks, or of no files, at all. */
export function isFull({ blocks, bavail, bsize, files, ffree }: Omit<StatsFs, 'type' | 'bfree'>): boolean {
  return (blocks > 0 && bavail * bsize < LEAST_BYTES) || (files > 0 && ffree === 0);
}
