import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents. Node's own `recursive` never returns on a file system that cannot contain folders and
 * reports them as missing (Node 20, in `/proc`).
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder) {
      makeFolder(above, mode);
      makeSingleFolder(folder, mode);
    } else requireFolder(folder, error);
  }
}

function makeSingleFolder(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    requireFolder(folder, error);
  }
}

function requireFolder(folder: string, error: unknown): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
}
