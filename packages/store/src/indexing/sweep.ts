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
}

/** Every session file and how it looks: what tells, in a few milliseconds, whether anything has changed at all. */
export function sweep(configs: readonly ConfigFolder[]): Sweep {
  const [paths, looks]: [string[], string[]] = [[], []];
  for (const path of sessionPaths(configs)) {
    const look = lookOrNothing(path);
    if (look === undefined) continue;
    paths.push(path);
    looks.push(look);
  }
  return { paths, looks };
}

export function stampOfLook(path: string, look: string): FileStamp {
  const [size, mtime, inode = ''] = look.split(' ');
  return { path, size: Number(size), mtime: Number(mtime), inode };
}

/** Where session files stand. What is named like one may be something else. */
export function* sessionPaths(configs: readonly ConfigFolder[]): Generator<string> {
  for (const config of configs) {
    for (const project of entriesOf(config.projects)) {
      if (isFolder(project)) yield* pathsOf(join(config.projects, project.name));
    }
  }
}

/** Sessions stand in the project's folder, their sub-agents in `subagents` below a session or the project. */
function pathsOf(folder: string): string[] {
  const paths: string[] = [];
  for (const entry of entriesOf(folder)) {
    const path = `${folder}${sep}${entry.name}`;
    if (isNamedAsSession(entry)) paths.push(path);
    else if (isFolder(entry)) walk(entry.name === 'subagents' ? path : `${path}${sep}subagents`, paths, 0);
  }
  return paths;
}

function lookAt(path: string): string | undefined {
  const stats = statSync(path, NO_ERROR);
  return stats?.isFile() ? `${stats.size} ${Math.floor(stats.mtimeMs * 1000)} ${stats.ino}` : undefined;
}

const NO_ERROR = { throwIfNoEntry: false } as const;

const MAX_DEPTH = 4;

function walk(folder: string, paths: string[], depth: number): void {
  for (const entry of entriesOf(folder)) {
    const path = `${folder}${sep}${entry.name}`;
    if (isNamedAsSession(entry)) paths.push(path);
    else if (depth < MAX_DEPTH && isFolder(entry)) walk(path, paths, depth + 1);
  }
}

/** Anything else may not even be opened: a pipe would wait for ever. */
function isNamedAsSession(entry: Dirent): boolean {
  return entry.name.endsWith('.jsonl') && (entry.isFile() || entry.isSymbolicLink());
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

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not a folder, or not to be read: nothing in it can be indexed.
    return [];
  }
}
