import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { databaseFile, dataFolder } from '@unspool/store';
import type { Io } from '../io.js';

const HOUR = 3_600_000;

/**
 * Whether a command should look for sessions to archive once it has answered. Every command asks, so it is cheap.
 * Only users with an index get automatic archives: others never asked us to keep anything.
 */
export function isTimeToArchive(io: Io): boolean {
  if (!existsSync(databaseFile(io))) return false;
  const looked = statSync(lookFile(io), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.abs(io.now - looked) >= HOUR;
}

export function noteArchiving(io: Io): void {
  const file = lookFile(io);
  makeFolder(dirname(file), 0o700);
  writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  utimesSync(file, io.now / 1000, io.now / 1000);
}

/** Its time is what it says. */
function lookFile(io: Io): string {
  return join(dataFolder(io), 'archive-looked');
}
