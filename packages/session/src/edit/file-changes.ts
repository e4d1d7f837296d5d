import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ChangedFileError } from '../read/changed-file.js';
import { hashOfStart } from '../read/hash-of-start.js';
import { copyAll, copyRange } from '../write/copy.js';
import { type FileStamp, isSameStamp, stampOf } from '../write/file-stamp.js';
import { makeFolder } from '../write/make-folder.js';
import { replaceFile, sweepTemporaries, syncFile, syncFolder } from '../write/replace-file.js';
import { damageOfKept } from './kept-file.js';

/** A file to write or remove. */
export interface FileDraft {
  file: string;
  /** A file with the new content, in the same folder. If absent, the file is removed. */
  draft?: string;
  /** The file's stamp when the draft was made. If the file has changed since, nothing is done. */
  expected?: FileStamp;
  /**
   * What undo does if something else has written to the file since. By default it refuses. `append` keeps the added
   * lines; `keep` leaves the file alone, because the client rebuilds it anyway.
   */
  ifChanged?: 'append' | 'keep';
}

/** One file of a change, with what is needed to revert it. */
export interface FileChange extends FileDraft {
  before?: { kept: string; sha256: string; size: number; link?: string };
  after?: { sha256: string; size: number };
}

/** Keeps the originals in a folder. Does not change them yet. */
export function keepFiles(drafts: readonly FileDraft[], folder: string): FileChange[] {
  return drafts.map((each, at) => {
    const change: FileChange = { ...each };
    if (each.draft !== undefined) change.after = factsOf(each.draft);
    if (!existsSync(each.file)) return change;
    const kept = `file-${at}`;
    const place = join(folder, kept);
    if (each.draft !== undefined && isLink(each.file)) keepContent(each.file, place);
    else keep(each.file, place);
    // A removed link is kept as a link, which may lead nowhere from the journal's folder.
    if (!isLink(place)) return { ...change, before: { kept, ...factsOf(place) } };
    return { ...change, before: { kept, ...factsOf(each.file), link: readlinkSync(place) } };
  });
}

/** Writes new files before it removes old ones, so that a session always exists. Throws when a file is not as expected. */
export function makeChanges(changes: readonly FileChange[]): void {
  for (const { file, expected } of changes) {
    const found = stampOf(file);
    if (expected && !(found && isSameStamp(found, expected)))
      throw new ChangedFileError(`${file} changed in the meantime`);
  }
  const folders = new Set<string>();
  for (const { file, draft } of changes) {
    if (draft === undefined) continue;
    if (isLink(file)) copyThroughLink(draft, file);
    else renameSync(draft, file);
    folders.add(dirname(file));
  }
  for (const folder of folders) syncFolder(folder);
  for (const { file, draft } of changes) if (draft === undefined) rmSync(file, { force: true });
}

export type Reverted = { kind: 'reverted'; notes: string[] } | { kind: 'refused'; reason: string };

/** Reverts a change. Also works if the change was interrupted partway. */
export function revertChanges(changes: readonly FileChange[], folder: string): Reverted {
  const states = changes.map((change) => ({ change, state: stateOf(change) }));
  const foreign = states.find(({ change, state }) => state === 'foreign' && change.ifChanged === undefined);
  if (foreign) return { kind: 'refused', reason: `${foreign.change.file} has changed since; undoing would lose that` };
  // Verify every original before the first file is changed.
  for (const { change, state } of states) {
    const { before } = change;
    if (!before || (state !== 'after' && state !== 'grown')) continue;
    const damage = damageOfKept(join(folder, before.kept), before);
    if (damage !== undefined) return { kind: 'refused', reason: damage };
  }
  const notes: string[] = [];
  for (const { change, state } of states) {
    if (state === 'foreign') notes.push(`${change.file} has changed since and is left as it is`);
    else if (state !== 'before') revert(change, folder, state);
    if (change.draft !== undefined) rmSync(change.draft, { force: true });
  }
  return { kind: 'reverted', notes };
}

type FileState = 'before' | 'after' | 'grown' | 'foreign';

function stateOf({ file, before, after, ifChanged }: FileChange): FileState {
  if (!existsSync(file)) return before === undefined ? 'before' : after === undefined ? 'after' : 'foreign';
  const size = statSync(file).size;
  const is = (facts: { sha256: string; size: number } | undefined) =>
    facts !== undefined && facts.size === size && facts.sha256 === hashOfStart(file, size);
  if (is(before)) return 'before';
  if (is(after)) return 'after';
  const isLonger = ifChanged === 'append' && after !== undefined && size > after.size;
  return isLonger && hashOfStart(file, after.size) === after.sha256 ? 'grown' : 'foreign';
}

function revert({ file, before, after }: FileChange, folder: string, state: 'after' | 'grown'): void {
  if (!before) {
    rmSync(file, { force: true });
    return;
  }
  makeFolder(dirname(file));
  const kept = join(folder, before.kept);
  if (state === 'after') {
    restore(kept, file);
    return;
  }
  const from = after?.size ?? 0;
  sweepTemporaries(file);
  replaceFile(file, (sink) => {
    copyAll(kept, sink);
    copyRange(file, { byte: from, length: statSync(file).size - from }, sink);
  });
}

/** A hard link costs nothing and keeps the times; another disk needs a copy. */
function keep(file: string, kept: string): void {
  try {
    if (isLink(file)) symlinkSync(readlinkSync(file), kept);
    else linkSync(file, kept);
  } catch {
    // Another disk, or a system without hard links.
    copyFileSync(file, kept, constants.COPYFILE_FICLONE);
    syncFile(kept);
  }
}

function restore(kept: string, file: string): void {
  if (isLink(file)) {
    copyThroughLink(kept, file);
    return;
  }
  // Every run uses the same name, so the next run replaces what a killed one leaves.
  const temporary = join(dirname(file), `.unspool-undo-${basename(kept).replace(/^file-/, '')}.tmp`);
  rmSync(temporary, { force: true });
  keep(kept, temporary);
  renameSync(temporary, file);
  // Otherwise lines appended to the session would also be appended to the journal's file.
  rmSync(kept, { force: true });
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** An edited link stays a link. Its target changes, so the target's content is kept. */
function keepContent(file: string, kept: string): void {
  copyFileSync(file, kept);
  copyTimes(file, kept);
  syncFile(kept);
}

/** Copies a file into the target of a link, which may be on another disk. */
function copyThroughLink(from: string, link: string): void {
  sweepTemporaries(link);
  replaceFile(link, (sink) => copyAll(from, sink));
  copyTimes(from, link);
  rmSync(from, { force: true });
}

function copyTimes(from: string, to: string): void {
  const { atime, mtime } = statSync(from);
  utimesSync(to, atime, mtime);
}

function factsOf(file: string): { sha256: string; size: number } {
  const { size } = statSync(file);
  return { sha256: hashOfStart(file, size), size };
}

/** Makes a folder, and adds every folder it had to create to `made`. */
export function makeNotedFolder(folder: string, made: string[]): void {
  for (let at = folder; !existsSync(at); at = dirname(at)) made.push(at);
  makeFolder(folder);
}

/** Removes the empty ones of the folders, deepest first. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...new Set(folders)].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
    }
  }
}
