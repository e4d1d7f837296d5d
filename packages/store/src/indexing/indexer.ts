import { sep } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ConfigFolder, SessionFile } from '@unspool/session';
import { sessionsAndRemains } from '@unspool/session/locate';
import type { KeptFiles, KeptSession } from '../keep/kept-files.js';
import { applyTiers } from '../ledger/ledger.js';
import type { Database } from '../sqlite/database.js';
import { jsonForSql } from '../sqlite/json.js';
import type { Prices } from '../usage/prices.js';
import { changeOwners } from './change-owner.js';
import { isUnchanged, type KnownFile, knownFile, stampedFiles, stateOf } from './known-files.js';
import { type Look, look, noteSeen } from './look.js';
import { isMarkedSo } from './mark.js';
import { readMeta, writeMeta } from './meta.js';
import { isOfTheFile, type PartBatch, type ReadJob, readParts } from './read-parts.js';
import { readInThread } from './reading-thread.js';
import type { FileStamp } from './sweep.js';
import { PartWriter } from './write-parts.js';

export interface IndexProgress {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
}

export interface IndexOptions {
  prices: Prices;
  /** The current state of the files, if the caller already has it. */
  seen?: Look;
  /** Archived sessions, which are indexed too. */
  kept?: KeptFiles;
  onProgress?: (progress: IndexProgress) => void;
  /** Starts a thread that reads (`readForOther`) while this one writes; undefined if `bytes` is too little for that. */
  startReader?: (bytes: number) => Worker | undefined;
}

export interface IndexResult {
  /** Number of new, grown and rewritten files, and of deleted ones. */
  changed: number;
  gone: number;
  bytesRead: number;
  problems: { file: string; message: string }[];
}

interface Job {
  file: Pick<KnownFile, 'id' | 'offset'>;
  stamp: FileStamp;
}

const ROUNDS = 4;
/** Facts about at most this many files stay in memory: there may be 100,000. */
const MAX_AT_ONCE = 5000;
/** The amount of text per transaction: large enough to be fast, small enough not to block others or lose much. */
const TRANSACTION_TEXT = 4_000_000;

/** Updates the index. Reads only what is new. Safe to run in several processes at once. */
export function updateIndex(database: Database, configs: readonly ConfigFolder[], options: IndexOptions): IndexResult {
  const steps = updateInSteps(database, configs, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps, each of which has written something. The caller may stop after any step. */
export function* updateInSteps(
  database: Database,
  configs: readonly ConfigFolder[],
  options: IndexOptions,
): Generator<void, IndexResult> {
  const result: IndexResult = { changed: 0, gone: 0, bytesRead: 0, problems: [] };
  const { tiers } = options.prices;
  if (readMeta(database, 'tiers') !== tiers) {
    applyTiers(database, options.prices);
    writeMeta(database, 'tiers', tiers);
  }
  // Another process may have changed the index, or a file may have grown meanwhile, so check again.
  for (let round = 0; round < ROUNDS; round++) {
    const seen = (round === 0 && options.seen) || look(database, configs, options);
    if (seen.isKnown) return result;
    if (!(yield* new Round(database, configs, options, result).run(seen))) continue;
    noteSeen(database, seen, new Set(result.problems.map((problem) => problem.file)));
    return result;
  }
  return result;
}

class Round {
  private readonly writer: PartWriter;
  private isComplete = true;
  private readonly progress: IndexProgress = { files: 0, filesDone: 0, bytes: 0, bytesDone: 0 };

  constructor(
    private readonly database: Database,
    private readonly configs: readonly ConfigFolder[],
    private readonly options: IndexOptions,
    private readonly result: IndexResult,
  ) {
    this.writer = new PartWriter(database, options.prices);
  }

  /** False if another process interfered and something may be left to do. */
  *run(seen: Look): Generator<void, boolean> {
    yield* this.readAll(seen.changed ? this.changedOf(seen.changed) : this.compareAll(seen));
    return this.isComplete;
  }

  /** If the list of files is the same as before, only the changed ones are compared. */
  private changedOf(stamps: readonly FileStamp[]): Job[] {
    return stamps.flatMap((stamp) => {
      const row = this.database.prepare('SELECT id FROM files WHERE path = ?').get(stamp.path);
      const file = row && knownFile(this.database, Number(row['id']));
      return file && !isUnchanged(file, stamp) ? [{ file, stamp }] : [];
    });
  }

  /** Compares all files with the index: new, deleted and changed ones. */
  private compareAll({ stamps: onDiskNow, paths, locked }: Look): Job[] {
    const present = new Set(paths);
    const kept = this.options.kept?.missing(present) ?? [];
    const keptStamps = stampsOf(kept);
    for (const { path } of keptStamps) present.add(path);
    let known = stampedFiles(this.database);
    // Before the stamps are there: what both need at once would be the most memory of all.
    if (hasNew(present, known)) {
      this.register(kept);
      known = stampedFiles(this.database);
    }
    const stamps = [...onDiskNow(), ...keptStamps];
    for (const { id, path, isGone } of known.values()) {
      const isLocked = locked.some(({ folder, isDeadLink }) => !isDeadLink && path.startsWith(`${folder}${sep}`));
      const isThere = present.has(path) || isLocked;
      const file = isGone || isThere ? undefined : knownFile(this.database, id);
      if (!file) continue;
      this.writer.reset(file.id, file, true);
      this.result.gone++;
    }
    return stamps.flatMap((stamp) => {
      const stamped = known.get(stamp.path);
      if (!stamped || isUnchanged(stamped, stamp)) return [];
      return [{ file: { id: stamped.id, offset: stamped.offset }, stamp }];
    });
  }

  /** Oldest first, so that the newest texts get the highest ids and are found first. */
  private *readAll(jobs: Job[]): Generator<void> {
    jobs.sort((a, b) => a.stamp.mtime - b.stamp.mtime);
    this.progress.files = jobs.length;
    this.progress.bytes = jobs.reduce((sum, { file, stamp }) => sum + Math.max(0, stamp.size - file.offset), 0);
    for (let from = 0; from < jobs.length; from += MAX_AT_ONCE)
      yield* this.readSome(jobs.slice(from, from + MAX_AT_ONCE));
  }

  private *readSome(jobs: readonly Job[]): Generator<void> {
    const ready = jobs.flatMap((job) => this.prepared(job) ?? []);
    this.result.changed += ready.length;
    const left = yield* this.readWithHelp(ready);
    yield* this.writeAll(readParts(left, TRANSACTION_TEXT, this.options.kept), ({ failed }) => {
      this.result.changed -= failed.length;
      for (const { at, message } of failed) this.tell(left[at]?.stamp.path ?? '', message);
    });
  }

  private tell(file: string, message: string): void {
    // It may also have failed in the previous round.
    if (!this.result.problems.some((problem) => problem.file === file)) this.result.problems.push({ file, message });
  }

  /** Returns the files that the other thread could not read to their end. */
  private *readWithHelp(jobs: ReadJob[]): Generator<void, ReadJob[]> {
    const worker = this.options.startReader?.(this.progress.bytes);
    if (!worker) return jobs;
    const failed = new Set<ReadJob | undefined>();
    let done = 0;
    try {
      yield* this.writeAll(readInThread(jobs, worker), (batch) => {
        done += batch.filesDone;
        for (const { at } of batch.failed) failed.add(jobs[at]);
      });
    } finally {
      void worker.terminate();
    }
    const left = jobs.filter((job, at) => at >= done || failed.has(job));
    this.progress.filesDone -= failed.size;
    return left.flatMap((job) => this.prepared(job) ?? []);
  }

  /** Several batches share a transaction, unless one is large enough alone. */
  private *writeAll(batches: Iterator<PartBatch>, onWritten: (batch: PartBatch) => void): Generator<void> {
    try {
      let next = batches.next();
      while (!next.done) {
        const written: PartBatch[] = [];
        this.transaction(() => {
          for (let length = 0; !next.done && length < TRANSACTION_TEXT; ) {
            this.write(next.value);
            length += next.value.textLength;
            written.push({ ...next.value, parts: [] });
            if (length < TRANSACTION_TEXT) next = batches.next();
          }
        });
        written.forEach(onWritten);
        yield;
        if (!next.done) next = batches.next();
      }
    } finally {
      // If the caller stops before the end.
      batches.return?.();
    }
  }

  private transaction(work: () => void): void {
    try {
      this.database.transaction(work);
    } catch (error) {
      this.writer.forget();
      throw error;
    }
  }

  private write({ parts, filesDone, bytesRead }: PartBatch): void {
    if (parts.length > 0 && this.writer.write(parts) < parts.length) this.isComplete = false;
    this.result.bytesRead += bytesRead;
    this.progress.bytesDone += bytesRead;
    this.progress.filesDone += filesDone;
    this.options.onProgress?.(this.progress);
  }

  /** Folders tell which files belong to which session; checked only if there are new files. */
  private register(kept: readonly KeptSession[]): void {
    const sessions = this.configs.flatMap(sessionsAndRemains);
    this.database.transaction(() => {
      for (let from = 0; from < sessions.length; from += MAX_AT_ONCE)
        this.registerRows(sessions.slice(from, from + MAX_AT_ONCE).map(rowOf));
      this.registerRows(
        kept.map(({ main, sessionId, slug, transcripts }) => [
          main,
          sessionId,
          slug,
          transcripts.map(({ path, agent }) => [path, agent]),
          null,
        ]),
      );
    });
  }

  private registerRows(rows: readonly unknown[][]): void {
    if (rows.length === 0) return;
    const list = jsonForSql(rows);
    this.database
      .prepare(
        `INSERT OR IGNORE INTO sessions (main, session_id, slug, client)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 4 FROM json_each(?)`,
      )
      .run(list);
    this.database
      .prepare(
        `INSERT OR IGNORE INTO files (path, session, agent)
         SELECT inner.value ->> 0, sessions.id, inner.value ->> 1
         FROM json_each(?) AS outer JOIN sessions ON sessions.main = outer.value ->> 0,
           json_each(outer.value -> 3) AS inner`,
      )
      .run(list);
    changeOwners(this.database, list);
  }

  /** An unreadable file does not prevent reading the others; what is known about it is kept. */
  private prepared(job: Job): ReadJob | undefined {
    try {
      return this.fromWhereItStands(job);
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      this.tell(job.stamp.path, error.message);
      return undefined;
    }
  }

  /** A file that was rewritten is read from its beginning. */
  private fromWhereItStands({ file: { id }, stamp }: Job): ReadJob | undefined {
    const file = knownFile(this.database, id);
    if (!file) return undefined;
    if (!file.isGone && isGrown(file, stamp, this.options.kept)) {
      return { file, stamp, state: file.offset === 0 ? {} : stateOf(this.database, file.id) };
    }
    if (file.offset > 0 || file.size > 0) this.writer.reset(file.id, file, false);
    const fresh = knownFile(this.database, file.id);
    return fresh && { file: fresh, stamp, state: fresh.offset === 0 ? {} : stateOf(this.database, file.id) };
  }
}

function hasNew(paths: Iterable<string>, known: ReadonlyMap<string, unknown>): boolean {
  for (const path of paths) if (!known.has(path)) return true;
  return false;
}

/** Main file, id, slug, files, client. */
function rowOf({ file, sessionId, slug, agentFiles, hasMain, client }: SessionFile): unknown[] {
  const agents = agentFiles.map((agent) => [agent.file, agent.id]);
  return [file, sessionId, slug, hasMain ? [[file, null], ...agents] : agents, client ?? null];
}

/** Whether the file was only appended to since it was read. */
function isGrown(file: KnownFile, stamp: FileStamp, kept: KeptFiles | undefined): boolean {
  if (file.offset === 0) return true;
  if (file.inode !== stamp.inode || stamp.size < file.offset) return false;
  // Same size but another time: probably rewritten in place. (-1: reading stopped halfway.)
  if (stamp.size === file.size && stamp.mtime !== file.mtime && file.mtime >= 0) return false;
  return isMarkedSo(stamp.path, file.offset, file.head, kept);
}

/** Archived files as they were on disk, so that what was indexed from there is not read again. */
function stampsOf(kept: readonly KeptSession[]): FileStamp[] {
  return kept.flatMap(({ transcripts }) =>
    transcripts.map(({ path, size, mtimeMs, inode }) => ({ path, size, mtime: Math.floor(mtimeMs * 1000), inode })),
  );
}
