import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../contract/adapter.js';
import { stampOf } from './stamp.js';

/** The entries of a folder, sorted by name; none if it does not exist. Other problems are reported. */
export function entriesOf(folder: string, onProblem: (path: string, message: string) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') onProblem(folder, message);
    return [];
  }
}

/** The paths of a folder's subfolders. */
export function foldersIn(folder: string, onProblem: (path: string, message: string) => void): string[] {
  return entriesOf(folder, onProblem)
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** The files in a folder with one of these endings, as sources. */
export function* sourcesIn(
  folder: string,
  endings: readonly string[],
  onProblem: (path: string, message: string) => void,
): Generator<Source> {
  for (const { name } of entriesOf(folder, onProblem)) {
    if (!endings.some((ending) => name.endsWith(ending))) continue;
    const file = join(folder, name);
    const stamp = stampOf(file);
    if (stamp !== undefined) yield { file, stamp };
  }
}
