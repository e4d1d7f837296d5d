import { rmSync, statSync } from 'node:fs';
import { isRunning } from '@unspool/session/write';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/**
 * Removes a draft that a killed process has left. Its name ends in `<pid>-<random>.tmp`. Recently changed drafts are kept:
 * their writer may be on another machine, where its pid means another process.
 */
export function removeLeftDraft(path: string, now: number): void {
  const pid = Number(/(\d+)-[0-9a-f]+\.tmp$/.exec(path)?.[1]);
  const stats = statSync(path, { throwIfNoEntry: false });
  const age = stats ? now - stats.mtimeMs : 0;
  if (age > HOUR || (age > MINUTE && pid > 0 && !isRunning(pid))) rmSync(path, { force: true });
}
