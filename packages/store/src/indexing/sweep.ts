import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import { lookOf } from './file-look.js';

/** The state of a file, without reading it. */
export interface FileStamp {
  path: string;
  size: number;
  /** Microseconds as an integer, so that it survives conversion to text and storage unchanged. */
  mtime: number;
  inode: string;
}

/** An unreadable folder or a broken link, whose content is unknown. */
export interface LockedFolder {
  folder: string;
  message: string;
  isDeadLink?: true;
}

/** Every session file with its state. */
export interface Sweep {
  paths: string[];
  /** Size, time and inode of each path. */
  looks: string[];
  locked: LockedFolder[];
}

/** Checks the state of every session file in a few milliseconds, to find out whether anything has changed. */
export function sweep(configs: readonly ConfigFolder[]): Sweep {
  const swept: Sweep = { paths: [], looks: [], locked: [] };
  const take = (folder: string, { name }: Dirent): boolean => {
    const path = folder + sep + name;
    const look = lookOf(path);
    if (look === undefined) return false;
    swept.paths.push(path);
    swept.looks.push(look);
    return true;
  };
  for (const folder of projectFolders(configs, swept.locked)) visitProject(folder, swept.locked, take);
  return swept;
}

export function stampOfLook(path: string, look: string): FileStamp {
  const [size, mtime, inode = ''] = look.split(' ');
  return { path, size: Number(size), mtime: Number(mtime), inode };
}

/** The paths of session files: plain files and links to them. Unreadable folders are added to `locked`. */
export function* sessionPaths(configs: readonly ConfigFolder[], locked: LockedFolder[] = []): Generator<string> {
  for (const folder of projectFolders(configs, locked)) {
    const paths: string[] = [];
    visitProject(folder, locked, (parent, entry) => {
      const path = parent + sep + entry.name;
      return isSessionFile(entry, path) && paths.push(path) > 0;
    });
    yield* paths;
  }
}

/** Anything else must not be opened: a pipe would block forever, and a device may be endless. */
function isSessionFile(entry: Dirent, path: string): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && lookOf(path) !== undefined);
}

function projectFolders(configs: readonly ConfigFolder[], locked: LockedFolder[]): string[] {
  return configs.flatMap(({ projects }) =>
    entriesOf(projects, locked)
      .filter((entry) => leadsOn(entry, join(projects, entry.name), locked))
      .map(({ name }) => join(projects, name)),
  );
}

/** Whether a path with the name of a session is a file. */
type Take = (folder: string, entry: Dirent) => boolean;

/**
 * Sessions are in the project's folder, their sub-agents in `subagents` below a session or the project. This runs once over
 * thousands of files, before V8 has optimised it, so every step counts.
 */
function visitProject(folder: string, locked: LockedFolder[], take: Take): void {
  for (const entry of entriesOf(folder, locked)) {
    const { name } = entry;
    if (name.endsWith('.jsonl') && take(folder, entry)) continue;
    const path = folder + sep + name;
    if (leadsOn(entry, path, locked)) walk(name === 'subagents' ? path : `${path}${sep}subagents`, locked, take, 0);
  }
}

const MAX_DEPTH = 4;

function walk(folder: string, locked: LockedFolder[], take: Take, depth: number): void {
  for (const entry of entriesOf(folder, locked)) {
    const { name } = entry;
    if (name.endsWith('.jsonl') && take(folder, entry)) continue;
    const path = folder + sep + name;
    if (depth < MAX_DEPTH && leadsOn(entry, path, locked)) walk(path, locked, take, depth + 1);
  }
}

/** Whether it may be a folder. Broken links are added to `locked`. */
function leadsOn(entry: Dirent, path: string, locked: LockedFolder[]): boolean {
  if (entry.isDirectory()) return true;
  if (!entry.isSymbolicLink()) return false;
  if (leadsToSomething(path)) return true;
  locked.push({ folder: path, message: 'the link leads nowhere, or in a circle', isDeadLink: true });
  return false;
}

function leadsToSomething(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A circular link, or a target without permission.
    return false;
  }
}

export function stampOrNothing(path: string): FileStamp | undefined {
  const look = lookOf(path);
  return look === undefined ? undefined : stampOfLook(path, look);
}

function entriesOf(folder: string, locked: LockedFolder[]): Dirent[] {
  try {
    return readdirSync(folder, WITH_TYPES);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Links may lead to files, to nothing, or in circles.
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') locked.push({ folder, message });
    return [];
  }
}

const WITH_TYPES = { withFileTypes: true } as const;
