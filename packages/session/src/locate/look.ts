import { accessSync, constants, type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';

/** Something that could not be read, or was left out of a list on purpose. */
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
  /** Of a file; a pipe, a socket or a device has none. */
  file?: Stats;
}

/**
 * What stands in a folder, links followed, in the order of their names. A folder that is not there is empty; one that
 * cannot be read is a problem.
 */
export function look(folder: string, problems: LocateProblem[]): Seen[] {
  const seen: Seen[] = [];
  for (const entry of entriesOf(folder, problems)) {
    const { name } = entry;
    const path = `${folder}${sep}${name}`;
    // What the folder itself tells need not be asked.
    if (entry.isDirectory()) {
      seen.push({ name, path, isFolder: true, isLink: false });
      continue;
    }
    const stats = statOf(path);
    const isLink = entry.isSymbolicLink();
    if (stats?.isFile()) seen.push({ name, path, isFolder: false, isLink, file: stats });
    else if (stats) seen.push({ name, path, isFolder: stats.isDirectory(), isLink });
    else if (isLink) problems.push({ kind: 'broken_link', path, message: 'the link leads nowhere, or in a circle' });
    // Neither: it was deleted since the folder was read.
  }
  return seen;
}

/** What a path leads to; undefined when that is nothing, or nothing that may be looked at. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Missing, forbidden and circular are one answer here: it cannot be used.
    return undefined;
  }
}

/** Why a file may not be read; undefined when it may. */
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

/** The path without links; itself when it cannot be resolved. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // What cannot be resolved is compared by its own name.
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
