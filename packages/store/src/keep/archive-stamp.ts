import { statSync } from 'node:fs';

/**
 * One text that changes whenever an archive comes, changes or goes. All of them do so by a rename into the folder, and
 * that changes its time. Empty: there is no archive.
 */
export function archiveStamp(folder: string, now: number): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) return '';
  // A clock ticks in steps: a folder that changed just now may change again within the same step.
  return now - stats.mtimeMs < RACY_MS ? `${stats.mtimeMs}+${now}` : String(stats.mtimeMs);
}

const RACY_MS = 2000;
