import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import { lookOf } from './file-look.js';

/** What a file looked like, without reading it. */
export interface FileStamp {
  path: string;
  size: number;
  /** Microseconds: a whole number, which no way through text or a database changes. */
  mtime: number;
  inode: string;
}

/** A folder that may not be looked into, or a link that leads nowhere: nobody knows what stands there. */
export interface LockedFolder {
  folder: string;
  message: string;
  isDeadLink?: true;
}

/** Every session file with its look. */
export interface Sweep {
  paths: string[];
  /** Size, time and inode of each path. */
  looks: string[];
  locked: LockedFolder[];
}

/** Looks at every session file, in a few milliseconds, to see whether anything has changed at all. */
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

/** Where session files stand: plain files, and links to such. Folders that may not be looked into go to `locked`. */
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

/** Anything else may not even be opened: a pipe would wait for ever, and a device has no end. */
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

/** Whether what has the name of a session is one. */
type Take = (folder: string, entry: Dirent) => boolean;

/**
 * Sessions stand in the project's folder, their sub-agents in `subagents` below a session or the project. It runs once,
 * over thousands of files, before V8 has optimised anything: no step more than it needs.
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

/** Whether it may be a folder; a link that leads nowhere goes to `locked`. */
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
    // In a circle, or to where one may not look.
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
    // Links lead to files, to nothing and in circles.
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') locked.push({ folder, message });
    return [];
  }
}

const WITH_TYPES = { withFileTypes: true } as const;
