import { createHash } from 'node:crypto';
import { lstatSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { readChunks } from '../read/read-lines.js';
import { type FileStamp, stampOf } from '../write/file-stamp.js';
import type { FileChange } from './file-changes.js';
import { isLeftSo, type LeftFile } from './left-files.js';

/** One edit that can be taken back. */
export interface JournalEntry {
  id: string;
  /** ISO time. */
  at: string;
  what: string;
  /** The session file that was made or replaced. */
  file: string;
  /** Its bytes after the edit: undo touches nothing that has changed since. */
  sha256: string;
  /**
   * In its place for a new file that is large: how long it is and when it was written. The system sets `ctimeMs` at every
   * change and lets nobody set it back; entries of older versions lack it.
   */
  stamp?: { size: number; mtimeMs: number; ctimeMs?: number };
  /** Its bytes before an edit in place. */
  originalSha256?: string;
  kind: 'created' | 'replaced' | 'changed';
  /** Files and folders an undo removes; of a change of many files, the folders it made. */
  created: string[];
  /** The files of a change of many at once. */
  changes?: FileChange[];
  /** How its transcripts stood when it, or its undo, was done. Entries of older versions lack it. */
  left?: LeftFile[];
  isUndone: boolean;
}

/** What an edit tells of itself. */
export type EditFacts = Pick<JournalEntry, 'at' | 'what' | 'file'>;

/** Folders of the session itself in which files were made one by one. */
export function ownFolders({ file, created }: JournalEntry): string[] {
  const own = file.replace(/\.jsonl$/, '');
  const folders = new Set<string>();
  for (const path of created) {
    for (let at = dirname(path); at === own || at.startsWith(own + sep); at = dirname(at)) folders.add(at);
  }
  return [...folders];
}

/** Of a session that was made in another project: the client makes the folder anew when it needs it. */
export function projectFolder({ file }: JournalEntry): string[] {
  const folder = dirname(file);
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? [folder] : [];
}

/** An edit that was killed when it had just been done could not note how it left its files: then their bytes tell. */
export function isLeftBy(entry: JournalEntry | undefined, file: string, stamp: FileStamp): boolean {
  if (!entry || entry.left) return isLeftSo(entry?.left ?? [], file, stamp);
  const change = entry.changes?.find((each) => each.file === file);
  if (change) return change.after?.size === stamp.size && change.after.sha256 === hashOf(file);
  return entry.kind === 'replaced' && entry.file === file && entry.sha256 === hashOf(file);
}

/** Of a sub-agent's file, say, that went on; one that is gone is no loss. */
export function isOfAnotherSize({ file, size }: LeftFile): boolean {
  const now = stampOf(file);
  return now !== undefined && now.size !== size;
}

const LARGE = 64 * 1024 * 1024;

/** To read all of a large file again takes as long as to write it. */
export function printOf(file: string): Pick<JournalEntry, 'sha256' | 'stamp'> {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return size > LARGE ? { sha256: '', stamp: { size, mtimeMs, ctimeMs } } : { sha256: hashOf(file) };
}

export function isAsWritten({ file, sha256, stamp }: JournalEntry): boolean {
  if (!stamp) return hashOf(file) === sha256;
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return size === stamp.size && mtimeMs === stamp.mtimeMs && (stamp.ctimeMs ?? ctimeMs) === ctimeMs;
}

export function hashOf(file: string): string {
  const hash = createHash('sha256');
  for (const chunk of readChunks(file)) hash.update(chunk);
  return hash.digest('hex');
}
