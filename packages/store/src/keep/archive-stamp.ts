import { statSync } from 'node:fs';

/**
 * A text that changes whenever an archive is added, changed or removed, since each of these changes the time of the folder.
 * Empty if there is no archive.
 */
export function archiveStamp(folder: string, now: number): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) return '';
  // File times are coarse: a folder that has just changed may change again without a new time.
  return now - stats.mtimeMs < RACY_MS ? `${stats.mtimeMs}+${now}` : String(stats.mtimeMs);
}

const RACY_MS = 2000;
