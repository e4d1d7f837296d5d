import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import { LOOK, lookOf, lookText, readLook } from './file-look.js';

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

/** Every session file and how it looks: what tells, in a few milliseconds, whether anything has changed at all. */
export function sweep(configs: readonly ConfigFolder[]): Sweep {
  const swept = new Sweep();
  const take = (folder: string, { name }: Dirent): boolean => swept.take(folder, name);
  for (const folder of projectFolders(configs, swept.locked)) visitProject(folder, swept.locked, take);
  return swept;
}

/** How all files look, in numbers: thousands of objects, or texts, would take longer to make than all else. */
export class Sweep {
  readonly locked: LockedFolder[] = [];
  /** A folder, with a separator at its end, and the names of its files that follow. */
  private readonly places: string[] = [];
  private folder = '';
  private numbers = new Float64Array(1024 * LOOK);
  private end = 0;

  /** False for what is no file. */
  take(folder: string, name: string): boolean {
    if (this.end === this.numbers.length) this.grow();
    if (!readLook(folder + sep + name, this.numbers, this.end)) return false;
    if (folder !== this.folder) {
      this.folder = folder;
      this.places.push(folder + sep);
    }
    this.places.push(name);
    this.end += LOOK;
    return true;
  }

  get paths(): string[] {
    const paths: string[] = [];
    let folder = '';
    for (const place of this.places) {
      if (place.endsWith(sep)) folder = place;
      else paths.push(folder + place);
    }
    return paths;
  }

  /** Of each path: size, time and inode. */
  get looks(): string[] {
    return Array.from({ length: this.end / LOOK }, (_, at) => lookText(this.numbers, at * LOOK));
  }

  /** All of it: the same bytes mean the same files, that look the same. */
  bytes(): Buffer {
    const looks = Buffer.from(this.numbers.buffer, 0, this.end * this.numbers.BYTES_PER_ELEMENT);
    return Buffer.concat([Buffer.from(`${this.end} ${this.places.join('\0')}`), looks]);
  }

  private grow(): void {
    const larger = new Float64Array(this.numbers.length * 2);
    larger.set(this.numbers);
    this.numbers = larger;
  }
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
