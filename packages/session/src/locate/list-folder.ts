import { accessSync, constants, type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';

/** Something that could not be read, or was deliberately left out of a list. */
export interface LocateProblem {
  kind: 'unreadable' | 'broken_link' | 'seen_before' | 'no_session';
  path: string;
  message: string;
}

export interface Seen {
  name: string;
  path: string;
  isFolder: boolean;
  isLink: boolean;
  /** Only for a file; undefined for a pipe, a socket or a device. */
  file?: Stats;
}

/**
 * Lists the contents of a folder by name, following links. A missing folder is empty; an unreadable one is reported as
 * a problem.
 */
export function listFolder(folder: string, problems: LocateProblem[]): Seen[] {
  const seen: Seen[] = [];
  for (const entry of entriesOf(folder, problems)) {
    const { name } = entry;
    const path = `${folder}${sep}${name}`;
    // A directory entry that is a folder needs no further call.
    if (entry.isDirectory()) {
      seen.push({ name, path, isFolder: true, isLink: false });
      continue;
    }
    const stats = statOf(path);
    const isLink = entry.isSymbolicLink();
    if (stats?.isFile()) seen.push({ name, path, isFolder: false, isLink, file: stats });
    else if (stats) seen.push({ name, path, isFolder: stats.isDirectory(), isLink });
    else if (isLink) problems.push({ kind: 'broken_link', path, message: 'the link leads nowhere, or in a circle' });
    // Otherwise it was deleted after the folder was read.
  }
  return seen;
}

/** Returns what a path leads to; undefined if it does not exist or may not be read. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Missing, forbidden and circular paths are treated alike: none can be used.
    return undefined;
  }
}

/** Returns why a file may not be read; undefined if it may. */
export function whyUnreadable(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false;
}

/** Returns the path without links, or the path itself if it cannot be resolved. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // A path that cannot be resolved is compared by its own name.
    return path;
  }
}

function entriesOf(folder: string, problems: LocateProblem[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') problems.push({ kind: 'unreadable', path: folder, message });
    return [];
  }
}
