import { lstatSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { hashOfStart } from '../read/hash-of-start.js';
import { type FileStamp, stampOf } from '../write/file-stamp.js';
import type { FileChange } from './file-changes.js';
import { isAsLeft, type LeftFile } from './left-files.js';

/** One edit that can be undone. */
export interface JournalEntry {
  id: string;
  /** ISO time. */
  at: string;
  what: string;
  /** The session file that was made or replaced. */
  file: string;
  /** The session file that a new one was made from. Entries of older versions lack it. */
  from?: string;
  /** The hash of its bytes after the edit: undo does not touch a file that has changed since. */
  sha256: string;
  /**
   * Used instead of the hash for a large new file: its size and when it was written. The system updates `ctimeMs` at
   * every change, and it cannot be set back. Entries of older versions lack it.
   */
  stamp?: { size: number; mtimeMs: number; ctimeMs?: number };
  /** The hash of its bytes before an edit in place. */
  originalSha256?: string;
  kind: 'created' | 'replaced' | 'changed';
  /** Files and folders that an undo removes. For a change of many files, the folders it made. */
  created: string[];
  /** For a change of many files: each of them. */
  changes?: FileChange[];
  /** Its transcripts right after the edit or its undo. Entries of older versions lack it. */
  left?: LeftFile[];
  isUndone: boolean;
  /**
   * Recorded before the first new file, and removed when all of them are there. `created` also names drafts then. If it
   * stays, the edit was stopped.
   */
  isUnfinished?: boolean;
}

export type EditFacts = Pick<JournalEntry, 'at' | 'what' | 'file' | 'from'>;

/** Returns the session's own folders in which single files were created. */
export function ownFolders({ file, created }: JournalEntry): string[] {
  const own = file.replace(/\.jsonl$/, '');
  const folders = new Set<string>();
  for (const path of created) {
    for (let at = dirname(path); at === own || at.startsWith(own + sep); at = dirname(at)) folders.add(at);
  }
  return [...folders];
}

/** Returns the project folder of a new session. The client recreates it when needed. */
export function projectFolder({ file }: JournalEntry): string[] {
  const folder = dirname(file);
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? [folder] : [];
}

/**
 * Whether the edit left the file with this stamp. An edit killed just before finishing has not noted its stamps; then
 * the hash decides.
 */
export function isLeftBy(entry: JournalEntry | undefined, file: string, stamp: FileStamp): boolean {
  if (!entry || entry.left) return isAsLeft(entry?.left ?? [], file, stamp);
  const change = entry.changes?.find((each) => each.file === file);
  if (change) return change.after?.size === stamp.size && change.after.sha256 === hashOf(file);
  return entry.kind === 'replaced' && entry.file === file && entry.sha256 === hashOf(file);
}

/**
 * Whether the file's size has changed, for example because a sub-agent's file has grown. A missing file does not count:
 * undo cannot lose it.
 */
export function isOfAnotherSize({ file, size }: LeftFile): boolean {
  const now = stampOf(file);
  return now !== undefined && now.size !== size;
}

const LARGE = 64 * 1024 * 1024;

/** Large files are identified by their stamp, because hashing one would take as long as writing it. */
export function printOf(file: string): Pick<JournalEntry, 'sha256' | 'stamp'> {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return size > LARGE ? { sha256: '', stamp: { size, mtimeMs, ctimeMs } } : { sha256: hashOf(file) };
}

export function isAsWritten({ file, sha256, stamp }: JournalEntry): boolean {
  if (!stamp) return hashOf(file) === sha256;
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return size === stamp.size && mtimeMs === stamp.mtimeMs && (stamp.ctimeMs ?? ctimeMs) === ctimeMs;
}

/** The SHA-256 of a file. */
export function hashOf(file: string): string {
  return hashOfStart(file, Number.POSITIVE_INFINITY);
}
