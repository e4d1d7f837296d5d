import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyAll } from '../write/copy.js';
import { type FileStamp, stampOf } from '../write/file-stamp.js';
import { makeFolder } from '../write/make-folder.js';
import { nameFailure } from '../write/name-failure.js';
import { replaceFile, sweepTemporaries, syncFile, syncFolder } from '../write/replace-file.js';
import { type FileChange, type FileDraft, keepFiles, makeChanges, removeEmpty, revertChanges } from './file-changes.js';
import { type DamagedEntry, ENTRY, isDamaged, readEntry } from './journal-damage.js';
import {
  type EditFacts,
  hashOf,
  isAsWritten,
  isLeftBy,
  isOfAnotherSize,
  type JournalEntry,
  ownFolders,
  printOf,
  projectFolder,
} from './journal-entry.js';
import { damageOfKept } from './kept-file.js';
import { changedSince, leftFiles, leftSession } from './left-files.js';

/** Whether an undo was done, or why not. */
export type Undone =
  | { kind: 'undone'; entry: JournalEntry; notes?: string[] }
  | { kind: 'refused'; entry: JournalEntry; reason: string };

/** The clocks of two file systems can differ this much. */
const CLOCKS_MS = 10_000;
const ORIGINAL = 'original.jsonl';
/** No edit takes a day, so older leftovers are abandoned. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Records edits, with all that undo needs. One folder per edit, written before the edit takes effect. */
export class Journal {
  constructor(private readonly folder: string) {}

  /** Newest first. */
  list(): JournalEntry[] {
    return this.readAll().filter((entry) => !isDamaged(entry));
  }

  /** Edits whose record is damaged or was never finished, newest first. */
  damaged(): DamagedEntry[] {
    return this.readAll().filter(isDamaged);
  }

  private readAll(): (JournalEntry | DamagedEntry)[] {
    if (!existsSync(this.folder)) return [];
    const entries = readdirSync(this.folder).map((id) => readEntry(this.folder, id));
    return entries.filter((entry) => entry !== undefined).sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** Whether a file is still as one of our edits or undos left it. Cheap enough for lists. */
  isOurs(file: string): boolean {
    const stamp = stampOf(file);
    if (!stamp || !existsSync(this.folder)) return false;
    const isLeft = (id: string) => isLeftBy(this.read(id), file, stamp);
    return readdirSync(this.folder)
      .reverse()
      .some((id) => this.isNotBefore(id, stamp.mtimeMs) && isLeft(id));
  }

  /** Records a new session. If that fails, removes the session again, because it could not be undone. */
  created({ at, what, file, from, created }: EditFacts & Pick<JournalEntry, 'created'>): JournalEntry {
    try {
      return this.begin(at, (id) => {
        const left = [...leftFiles(created), ...leftSession(file)];
        const origin = from === undefined ? {} : { from };
        const print = printOf(file);
        const full = {
          at,
          what,
          file,
          ...origin,
          created,
          id,
          ...print,
          kind: 'created',
          left,
          isUndone: false,
        } as const;
        this.write(full);
        return full;
      });
    } catch (error) {
      for (const path of created) rmSync(path, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Records a new session before its first file is written, so that undo can remove what a killed edit leaves. `main`
   * is a copy of its main file. Call `finish` when all files exist, or `drop` if that fails.
   */
  creating({
    at,
    what,
    file,
    created,
    main,
  }: EditFacts & Pick<JournalEntry, 'created'> & { main: string }): JournalEntry {
    const sha256 = hashOf(main);
    return this.begin(at, (id, folder) => {
      const kind = 'created';
      const entry: JournalEntry = { at, what, file, created, id, sha256, kind, isUndone: false, isUnfinished: true };
      this.write(entry);
      syncFolder(folder);
      return entry;
    });
  }

  finish({ isUnfinished: _, ...entry }: JournalEntry, created: string[]): JournalEntry {
    const full: JournalEntry = { ...entry, created, ...printOf(entry.file), left: leftFiles(created) };
    this.write(full);
    return full;
  }

  /** Deletes the record of an edit that changed nothing, or that another one finished. */
  drop(entry: JournalEntry): void {
    rmSync(join(this.folder, entry.id), { recursive: true, force: true });
  }

  /** Edits that were stopped while they made this session. */
  unfinished(file: string): JournalEntry[] {
    return this.list().filter((entry) => entry.isUnfinished && !entry.isUndone && entry.file === file);
  }

  /**
   * Keeps the original, then replaces it with `edited`. Does nothing if the file has changed since it was read for the
   * edit.
   */
  replace(entry: EditFacts, edited: string, expected = stampOf(entry.file)): JournalEntry | undefined {
    const full = this.begin(entry.at, (id, folder): JournalEntry => {
      copyFileSync(entry.file, join(folder, ORIGINAL), constants.COPYFILE_FICLONE);
      // After the edit this is the only copy of the original.
      syncFile(join(folder, ORIGINAL));
      const hashes = { sha256: hashOf(edited), originalSha256: hashOf(join(folder, ORIGINAL)) };
      const kept: JournalEntry = { ...entry, id, ...hashes, kind: 'replaced', created: [], isUndone: false };
      this.write(kept);
      syncFolder(folder);
      return kept;
    });
    if (expected && this.putEdited(full, edited, expected)) {
      return this.noteDone(full, [entry.file], new Map([[entry.file, statSync(edited).size]]));
    }
    rmSync(join(this.folder, full.id), { recursive: true, force: true });
    return undefined;
  }

  /** If replacing fails, removes the entry too, unless the file was already replaced: then its original is kept. */
  private putEdited(entry: JournalEntry, edited: string, expected: FileStamp): boolean {
    try {
      sweepTemporaries(entry.file);
      return copyInto(edited, entry.file, expected);
    } catch (error) {
      const isAsBefore = existsSync(entry.file) && hashOf(entry.file) === entry.originalSha256;
      if (isAsBefore) rmSync(join(this.folder, entry.id), { recursive: true, force: true });
      throw error;
    }
  }

  /** Changes many files as one: writes the entry with all originals first, and reverts if a change fails. */
  change(entry: EditFacts, { drafts, folders }: { drafts: readonly FileDraft[]; folders: string[] }): JournalEntry {
    const { full, changes, folder } = this.begin(entry.at, (id, folder) => {
      const changes = keepFiles(drafts, folder);
      const sha256 = changes.find((change) => change.file === entry.file)?.after?.sha256 ?? '';
      const full: JournalEntry = { ...entry, id, sha256, kind: 'changed', created: folders, changes, isUndone: false };
      this.write(full);
      syncFolder(folder);
      return { full, changes, folder };
    });
    try {
      makeChanges(changes);
    } catch (error) {
      if (revertChanges(changes, folder).kind === 'reverted') rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    const sizes = changes.flatMap(({ file, after }) => (after ? [[file, after.size] as const] : []));
    return this.noteDone(
      full,
      changes.map(({ file }) => file),
      new Map(sizes),
    );
  }

  /** Makes the folder of an edit. Removes it again if keeping the originals fails. */
  private begin<T>(at: string, keep: (id: string, folder: string) => T): T {
    const id = this.newFolder(at);
    this.sweep(Date.parse(at));
    const folder = join(this.folder, id);
    try {
      return keep(id, folder);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  undo(entry: JournalEntry): Undone {
    const refuse = (reason: string): Undone => ({ kind: 'refused', entry, reason });
    if (entry.isUndone) return refuse('it was undone already');
    if (entry.changes) return this.undoChanges(entry, entry.changes);
    // An earlier undo could not be recorded, or the files were removed by hand.
    if (entry.kind === 'created' && !entry.created.some((path) => existsSync(path))) return this.undone(entry);
    if (entry.isUnfinished && !existsSync(entry.file)) return this.undoCreated(entry);
    if (!existsSync(entry.file)) return refuse(`${entry.file} is gone`);
    // Taken before its content is read: anything written to the file after this is noticed when it is replaced.
    const stamp = stampOf(entry.file);
    if (entry.originalSha256 !== undefined && hashOf(entry.file) === entry.originalSha256) return this.undone(entry);
    if (!isAsWritten(entry)) return refuse(`${entry.file} has changed since; undoing would lose that`);
    const grown = entry.kind === 'created' ? entry.left?.find(isOfAnotherSize) : undefined;
    if (grown) return refuse(`${grown.file} has changed since; undoing would lose that`);
    if (entry.kind === 'replaced') {
      const original = join(this.folder, entry.id, ORIGINAL);
      const damage = damageOfKept(original, { sha256: entry.originalSha256 });
      if (damage !== undefined) return refuse(damage);
      sweepTemporaries(entry.file);
      if (copyInto(original, entry.file, stamp)) return this.undone(entry);
      return refuse(`${entry.file} has changed since; undoing would lose that`);
    }
    const changed = changedSince((entry.left ?? []).filter(({ file }) => file !== entry.file));
    if (changed !== undefined) return refuse(`${changed} has changed since; undoing would lose that`);
    return this.undoCreated(entry);
  }

  private undoCreated(entry: JournalEntry): Undone {
    for (const path of entry.created) rmSync(path, { recursive: true, force: true });
    removeEmpty([...ownFolders(entry), ...projectFolder(entry)]);
    return this.undone(entry);
  }

  private undone(entry: JournalEntry): Undone {
    return { kind: 'undone', entry: this.noteLeft({ ...entry, isUndone: true }, [entry.file]) };
  }

  private undoChanges(entry: JournalEntry, changes: readonly FileChange[]): Undone {
    const reverted = revertChanges(changes, join(this.folder, entry.id));
    if (reverted.kind === 'refused') return { kind: 'refused', entry, reason: reverted.reason };
    removeEmpty(entry.created);
    const restored = changes.filter(({ before }) => before);
    const undone = this.noteLeft(
      { ...entry, isUndone: true },
      restored.map(({ file }) => file),
      new Map(restored.map(({ file, before }) => [file, before?.size ?? 0])),
    );
    return { kind: 'undone', entry: undone, notes: reverted.notes };
  }

  /** The edit is done and has not failed even if this cannot be recorded: then the hashes of its files decide. */
  private noteDone(...[entry, ...files]: Parameters<Journal['noteLeft']>): JournalEntry {
    try {
      return this.noteLeft(entry, ...files);
    } catch {
      return entry;
    }
  }

  /** Records that the edit is done: its files count as ours until something else writes to them. */
  private noteLeft(entry: JournalEntry, files: readonly string[], sizes?: ReadonlyMap<string, number>): JournalEntry {
    const full = { ...entry, left: leftFiles(files, sizes) };
    this.write(full);
    return full;
  }

  /** An entry is written after its files, so an older entry cannot be about this file. */
  private isNotBefore(id: string, mtimeMs: number): boolean {
    const written = statSync(join(this.folder, id), { throwIfNoEntry: false });
    return written !== undefined && written.mtimeMs > mtimeMs - CLOCKS_MS;
  }

  private read(id: string): JournalEntry | undefined {
    const entry = readEntry(this.folder, id);
    return entry && !isDamaged(entry) ? entry : undefined;
  }

  private write(entry: JournalEntry): void {
    const file = join(this.folder, entry.id, ENTRY);
    const draft = `${file}.tmp`;
    try {
      writeFileSync(draft, `${JSON.stringify(entry, null, 2)}\n`, { flush: true });
      renameSync(draft, file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw nameFailure(error, file);
    }
  }

  /** Removes what a killed edit kept before it had an entry: nothing refers to it, and it may contain secrets. */
  private sweep(now: number): void {
    for (const id of readdirSync(this.folder)) {
      const folder = join(this.folder, id);
      const stats = lstatSync(folder, { throwIfNoEntry: false });
      if (!stats?.isDirectory() || now - stats.mtimeMs < OLD_MS || existsSync(join(folder, ENTRY))) continue;
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /**
   * Makes a folder whose name sorts by time. A second edit in the same millisecond, even by another process, gets the
   * next number.
   */
  private newFolder(at: string): string {
    makeFolder(this.folder, 0o700);
    const base = at.replace(/[^0-9]/g, '');
    for (let count = 0; ; count++) {
      const id = `${base}-${String(count).padStart(3, '0')}`;
      try {
        mkdirSync(join(this.folder, id), { mode: 0o700 });
        return id;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
}

/** Returns false, and copies nothing, when the file is not the expected one. */
function copyInto(from: string, to: string, expected?: FileStamp): boolean {
  return replaceFile(to, (sink) => copyAll(from, sink), expected ? { expected } : {}).kind === 'replaced';
}
