import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative } from 'node:path';

/**
 * Whether a file in a project folder is reached through a link to something outside its config folder. Such a file does
 * not belong to the session, and may be anything the user can read. A session elsewhere may only lead to its own
 * folder.
 */
export function leadsOut(file: string, root = rootOf(file)): boolean {
  if (!hasLink(file)) return false;
  try {
    const inner = relative(realpathSync(root), realpathSync(file));
    return inner.startsWith('..') || isAbsolute(inner);
  } catch {
    // Do not follow a broken or circular link either.
    return true;
  }
}

/** Whether the file, or a folder between it and its project, is a link. The project's own folder may be one. */
function hasLink(file: string): boolean {
  if (isLink(file)) return true;
  const project = projectOf(file);
  if (project === undefined) return false;
  for (let folder = dirname(file); folder !== project; folder = dirname(folder)) if (isLink(folder)) return true;
  return false;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function rootOf(file: string): string {
  const project = projectOf(file);
  return project === undefined ? dirname(file) : dirname(dirname(project));
}

function projectOf(file: string): string | undefined {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (basename(dirname(folder)) === 'projects') return folder;
  }
  return undefined;
}
