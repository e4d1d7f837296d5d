import { constants, type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConfigFolder } from '@unspool/session';

/** What a file looked like, without reading it. */
export interface FileStamp {
  path: string;
  size: number;
  /** Microseconds: a whole number, which no way through text or a database changes. */
  mtime: number;
  inode: string;
}

/** How all files look, in texts: thousands of objects would take longer to make than all else. */
export interface Sweep {
  paths: string[];
  /** Of each path: size, time and inode. */
  looks: string[];
  locked: LockedFolder[];
}

/** A folder that may not be looked into: nobody knows what stands there. */
export interface LockedFolder {
  folder: string;
  message: string;
}

/** Every session file and how it looks: what tells, in a few milliseconds, whether anything has changed at all. */
export function sweep(configs: readonly ConfigFolder[]): Sweep {
  const swept: Sweep = { paths: [], looks: [], locked: [] };
  const take = (_: Dirent, path: string): boolean => {
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
    visitProject(folder, locked, (entry, path) => isSessionFile(entry, path) && paths.push(path) > 0);
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
      .filter(isFolder)
      .map(({ name }) => join(projects, name)),
  );
}

/** Whether what has the name of a session is one. */
type Take = (entry: Dirent, path: string) => boolean;

/**
 * Sessions stand in the project's folder, their sub-agents in `subagents` below a session or the project. It runs once,
 * over thousands of files, before V8 has optimised anything: no step more than it needs.
 */
function visitProject(folder: string, locked: LockedFolder[], take: Take): void {
  for (const entry of entriesOf(folder, locked)) {
    const { name } = entry;
    const path = folder + sep + name;
    if (name.endsWith('.jsonl') && take(entry, path)) continue;
    if (isFolder(entry)) walk(name === 'subagents' ? path : `${path}${sep}subagents`, locked, take, 0);
  }
}

const MAX_DEPTH = 4;

function walk(folder: string, locked: LockedFolder[], take: Take, depth: number): void {
  for (const entry of entriesOf(folder, locked)) {
    const { name } = entry;
    const path = folder + sep + name;
    if (name.endsWith('.jsonl') && take(entry, path)) continue;
    if (depth < MAX_DEPTH && isFolder(entry)) walk(path, locked, take, depth + 1);
  }
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() || entry.isSymbolicLink();
}

export function stampOrNothing(path: string): FileStamp | undefined {
  const look = lookOf(path);
  return look === undefined ? undefined : stampOfLook(path, look);
}

/** Size, time and inode of a file; undefined for what is none, or none any more. */
export function lookOf(path: string): string | undefined {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, NO_ERROR);
  } catch {
    // Forbidden since the folder was read: the full listing reports what cannot be read.
    return undefined;
  }
  if (stats === undefined || (stats.mode & KIND) !== PLAIN_FILE) return undefined;
  return `${stats.size} ${Math.floor(stats.mtimeMs * 1000)} ${stats.ino}`;
}

const NO_ERROR = { throwIfNoEntry: false } as const;
const { S_IFMT: KIND, S_IFREG: PLAIN_FILE } = constants;

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
