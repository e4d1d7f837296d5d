import { type Dirent, readdirSync, statSync } from 'node:fs';
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
  const [paths, looks]: [string[], string[]] = [[], []];
  const locked: LockedFolder[] = [];
  for (const path of sessionPaths(configs, locked)) {
    const look = lookOrNothing(path);
    if (look === undefined) continue;
    paths.push(path);
    looks.push(look);
  }
  return { paths, looks, locked };
}

export function stampOfLook(path: string, look: string): FileStamp {
  const [size, mtime, inode = ''] = look.split(' ');
  return { path, size: Number(size), mtime: Number(mtime), inode };
}

/** Where session files stand: plain files, and links to such. Folders that may not be looked into go to `locked`. */
export function* sessionPaths(configs: readonly ConfigFolder[], locked: LockedFolder[] = []): Generator<string> {
  for (const config of configs) {
    for (const project of entriesOf(config.projects, locked)) {
      if (isFolder(project)) yield* pathsOf(join(config.projects, project.name), locked);
    }
  }
}

/** Sessions stand in the project's folder, their sub-agents in `subagents` below a session or the project. */
function pathsOf(folder: string, locked: LockedFolder[]): string[] {
  const found: Found = { paths: [], locked };
  for (const entry of entriesOf(folder, locked)) {
    const path = `${folder}${sep}${entry.name}`;
    if (isSession(entry, path)) found.paths.push(path);
    else if (isFolder(entry)) walk(entry.name === 'subagents' ? path : `${path}${sep}subagents`, found, 0);
  }
  return found.paths;
}

interface Found {
  paths: string[];
  locked: LockedFolder[];
}

function lookAt(path: string): string | undefined {
  const stats = statSync(path, NO_ERROR);
  return stats?.isFile() ? `${stats.size} ${Math.floor(stats.mtimeMs * 1000)} ${stats.ino}` : undefined;
}

const NO_ERROR = { throwIfNoEntry: false } as const;

const MAX_DEPTH = 4;

function walk(folder: string, found: Found, depth: number): void {
  for (const entry of entriesOf(folder, found.locked)) {
    const path = `${folder}${sep}${entry.name}`;
    if (isSession(entry, path)) found.paths.push(path);
    else if (depth < MAX_DEPTH && isFolder(entry)) walk(path, found, depth + 1);
  }
}

/** Anything else may not even be opened: a pipe would wait for ever, and a device has no end. */
function isSession(entry: Dirent, path: string): boolean {
  if (!entry.name.endsWith('.jsonl')) return false;
  return entry.isFile() || (entry.isSymbolicLink() && lookOrNothing(path) !== undefined);
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() || entry.isSymbolicLink();
}

/** Undefined for what is no file, or none any more. */
export function stampOrNothing(path: string): FileStamp | undefined {
  const look = lookOrNothing(path);
  return look === undefined ? undefined : stampOfLook(path, look);
}

function lookOrNothing(path: string): string | undefined {
  try {
    return lookAt(path);
  } catch {
    // Gone or forbidden since the folder was read: the full listing reports what cannot be read.
    return undefined;
  }
}

function entriesOf(folder: string, locked: LockedFolder[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Links lead to files, to nothing and in circles.
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') locked.push({ folder, message });
    return [];
  }
}
