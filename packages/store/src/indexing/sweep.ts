import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigFolder } from '@unspool/session';

/** What a file looked like, without reading it. */
export interface FileStamp {
  path: string;
  size: number;
  mtime: number;
  inode: string;
}

/** Every session file with its stamp: what tells, in a few milliseconds, whether anything has changed at all. */
export function sweep(configs: readonly ConfigFolder[]): FileStamp[] {
  const stamps: FileStamp[] = [];
  for (const config of configs) {
    for (const project of entriesOf(config.projects)) walk(join(config.projects, project.name), stamps, 0);
  }
  return stamps;
}

/** One text for the state of all files. */
export function fingerprintOf(stamps: readonly FileStamp[]): string {
  const hash = createHash('sha256');
  const lines = stamps.map(({ path, size, mtime, inode }) => `${path}\0${size}\0${mtime}\0${inode}\n`);
  return hash.update(lines.sort().join('')).digest('hex');
}

export function stampAt(path: string): FileStamp | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  return { path, size: stats.size, mtime: stats.mtimeMs, inode: String(stats.ino) };
}

/** Deeper folders hold side files of sessions; only their `subagents` hold sessions. */
const MAX_DEPTH = 6;

function walk(folder: string, stamps: FileStamp[], depth: number): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('.jsonl')) {
      const stamp = stampOrNothing(path);
      if (stamp) stamps.push(stamp);
    } else if (isToEnter(entry, depth)) walk(path, stamps, depth + 1);
  }
}

function isToEnter(entry: Dirent, depth: number): boolean {
  if (depth >= MAX_DEPTH || !(entry.isDirectory() || entry.isSymbolicLink())) return false;
  return depth !== 1 || entry.name === 'subagents';
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
