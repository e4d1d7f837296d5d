import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ChangedFileError } from '../read/changed-file.js';
import { type FileStamp, isSameStamp, stampFrom } from './file-stamp.js';
import { nameFailure } from './name-failure.js';
import { patiently } from './patiently.js';
import { FileSink, type Sink, SYNC_EVERY } from './sink.js';

export interface ReplaceOptions {
  /** The file's state when it was read. If it has changed since, nothing is replaced. */
  expected?: FileStamp;
}

export type Replacement =
  | { kind: 'replaced'; stamp: FileStamp }
  /** The file was written, replaced or deleted since it was read. Nothing was done. */
  | { kind: 'changed'; found: FileStamp | undefined };

/**
 * Replaces a whole file atomically, or creates it. At any moment, even after a crash, its name leads to the complete
 * old content or the complete new content. If `write` throws, or the disk is full, the original is untouched.
 */
export function replaceFile(file: string, write: (sink: Sink) => void, options: ReplaceOptions = {}): Replacement {
  const target = linkTarget(file);
  for (let attempt = 1; ; attempt++) {
    const replacement = replaceOnce(target, write, options);
    if (replacement) return replacement;
    if (attempt === MAX_ATTEMPTS) throw new ChangedFileError(`${target} is being replaced by another process`);
  }
}

const MAX_ATTEMPTS = 5;

/** Returns undefined if another process removed the temporary file, taking it for that of a killed edit. */
function replaceOnce(target: string, write: (sink: Sink) => void, options: ReplaceOptions): Replacement | undefined {
  const original = statSync(target, { throwIfNoEntry: false });
  const changed = changeOf(original, options.expected);
  if (changed) return changed;
  const temporary = openTemporary(target, original);
  try {
    try {
      const sink = new FileSink(temporary.fd, SYNC_EVERY);
      write(sink);
      sink.flush();
      if (original) keepOwner(temporary.fd, original);
      fsyncSync(temporary.fd);
    } finally {
      closeSync(temporary.fd);
    }
    // Writing can take long, so check again at the last moment.
    const late = changeOf(statSync(target, { throwIfNoEntry: false }), options.expected);
    if (late) {
      rmSync(temporary.path, { force: true });
      return late;
    }
    patiently(() => renameSync(temporary.path, target));
  } catch (error) {
    if (isGone(error, temporary.path)) return undefined;
    rmSync(temporary.path, { force: true });
    throw nameFailure(error, target);
  }
  syncFolder(dirname(target));
  return { kind: 'replaced', stamp: stampFrom(statSync(target)) };
}

function isGone(error: unknown, path: string): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && syscall === 'rename' && !existsSync(path) && existsSync(dirname(path));
}

/**
 * Removes the temporary files that killed processes left next to a file. A process that is still using one starts again
 * with a new one.
 */
export function sweepTemporaries(file: string): void {
  const target = linkTarget(file);
  const start = `.${basename(target)}.`;
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(start) || !/^\d+-\d+\.tmp$/.test(name.slice(start.length))) continue;
    rmSync(join(dirname(target), name), { force: true });
  }
}

function changeOf(found: Stats | undefined, expected: FileStamp | undefined): Replacement | undefined {
  if (!expected || (found && isSameStamp(stampFrom(found), expected))) return undefined;
  return { kind: 'changed', found: found && stampFrom(found) };
}

/** Renaming onto a link would replace the link, not the file. */
function linkTarget(file: string): string {
  return statSync(file, { throwIfNoEntry: false }) ? realpathSync(file) : file;
}

/** In the same folder, because only there a rename is atomic. Its name is not that of a session. */
function openTemporary(target: string, original: Stats | undefined): { path: string; fd: number } {
  const mode = original ? original.mode & 0o7777 : 0o600;
  for (let attempt = 0; ; attempt++) {
    const path = join(dirname(target), `.${basename(target)}.${process.pid}-${attempt}.tmp`);
    try {
      const fd = openSync(path, 'wx', mode);
      fchmodSync(fd, mode);
      return { path, fd };
    } catch (error) {
      // Left by a killed process that had the same number.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 100) throw error;
    }
  }
}

/** A session edited by root must keep its owner, or the owner's client cannot resume it. */
function keepOwner(fd: number, original: Stats): void {
  if (process.getuid?.() === 0) fchownSync(fd, original.uid, original.gid);
}

/** Waits until a file's content is on disk. */
export function syncFile(file: string): void {
  // Windows requires write access for this; elsewhere read access is enough.
  const fd = openSync(file, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Makes a new file name durable. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
