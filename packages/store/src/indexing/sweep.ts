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
  const stamps: FileStamp[] = [];
  for (const config of configs) {
    for (const project of entriesOf(config.projects)) {
      if (isFolder(project)) sweepProject(join(config.projects, project.name), stamps);
    }
  }
  return stamps;
}

/** Sessions stand in the project's folder, their sub-agents in `subagents` below a session or the project. */
function sweepProject(folder: string, stamps: FileStamp[]): void {
  for (const entry of entriesOf(folder)) {
    const path = `${folder}${sep}${entry.name}`;
    if (entry.name.endsWith('.jsonl')) add(path, stamps);
    else if (isFolder(entry)) walk(entry.name === 'subagents' ? path : `${path}${sep}subagents`, stamps, 0);
  }
}

export function stampAt(path: string): FileStamp | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  return { path, size: stats.size, mtime: Math.floor(stats.mtimeMs * 1000), inode: String(stats.ino) };
}

const MAX_DEPTH = 4;

function walk(folder: string, stamps: FileStamp[], depth: number): void {
  for (const entry of entriesOf(folder)) {
    const path = `${folder}${sep}${entry.name}`;
    if (entry.name.endsWith('.jsonl')) add(path, stamps);
    else if (depth < MAX_DEPTH && isFolder(entry)) walk(path, stamps, depth + 1);
  }
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() || entry.isSymbolicLink();
}

function add(path: string, stamps: FileStamp[]): void {
  const stamp = stampOrNothing(path);
  if (stamp) stamps.push(stamp);
}

function stampOrNothing(path: string): FileStamp | undefined {
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
