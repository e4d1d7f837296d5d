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

/** Every session file with its stamp: what tells, in a few milliseconds, whether anything has changed at all. */
export function sweep(configs: readonly ConfigFolder[]): FileStamp[] {
  return [...sessionPaths(configs)].flatMap((path) => stampOrNothing(path) ?? []);
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

export function stampAt(path: string): FileStamp | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  return { path, size: stats.size, mtime: Math.floor(stats.mtimeMs * 1000), inode: String(stats.ino) };
}

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
  try {
    return stampAt(path);
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
