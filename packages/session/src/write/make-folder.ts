import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents. Node's own `recursive` never ends where a file system has no place for folders and
 * says they are missing (Node 20, in `/proc`).
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder) {
      makeFolder(above, mode);
      makeOne(folder, mode);
    } else requireFolder(folder, error);
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    requireFolder(folder, error);
  }
}

function requireFolder(folder: string, error: unknown): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
}
