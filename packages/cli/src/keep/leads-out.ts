import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative } from 'node:path';

/**
 * Whether a file is a link to something outside the config folder it stands in: what it leads to is not the session's,
 * and may be anything a person can read. A session elsewhere may only lead to its own folder.
 */
export function leadsOut(file: string, root = rootOf(file)): boolean {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  try {
    const inner = relative(realpathSync(root), realpathSync(file));
    return inner.startsWith('..') || isAbsolute(inner);
  } catch {
    // A link that leads nowhere, or in a circle, is none to follow either.
    return true;
  }
}

function rootOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (basename(folder) === 'projects') return dirname(folder);
  }
  return dirname(file);
}
