import { sep } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ConfigFolder } from '@unspool/session';
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
  /** How the files stand, when the caller has just looked. */
  seen?: Look;
  /** Sessions that stand only in the archive are in the index as well. */
  kept?: KeptFiles;
  onProgress?: (progress: IndexProgress) => void;
  /** Starts a thread that reads (`readForOther`) while this one writes, where so many bytes are worth it. */
  startReader?: (bytes: number) => Worker | undefined;
}

export interface IndexResult {
  /** Files that were new, had grown or were rewritten, and those that are gone. */
  changed: number;
  gone: number;
  bytesRead: number;
  problems: { file: string; message: string }[];
}

interface Job {
  file: KnownFile;
  stamp: FileStamp;
}

const ROUNDS = 4;
/** What is written in one go: enough to be fast, little enough that nobody waits long and little is lost. */
const TRANSACTION_TEXT = 4_000_000;

/** Brings the store up to date with the files: only what is new is read. Safe beside other processes that do the same. */
export function updateIndex(database: Database, configs: readonly ConfigFolder[], options: IndexOptions): IndexResult {
  const steps = updateInSteps(database, configs, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, step by step: each time something was written. Who does not ask for the next step keeps what was. */
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
  // Another process may have taken a file away from under us, or a file may have grown meanwhile: look again.
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

  /** False when another process got in between and something may be left to do. */
  *run(seen: Look): Generator<void, boolean> {
    yield* this.readAll(seen.changed ? this.changedOf(seen.changed) : this.compareAll(seen));
    return this.isComplete;
  }

  /** The same files as before, some of them changed: the others need not be looked at. */
  private changedOf(stamps: readonly FileStamp[]): Job[] {
    return stamps.flatMap((stamp) => {
      const row = this.database.prepare('SELECT id FROM files WHERE path = ?').get(stamp.path);
      const file = row && knownFile(this.database, Number(row['id']));
      return file && !isUnchanged(file, stamp) ? [{ file, stamp }] : [];
    });
  }

  /** All files against all that is known: which are new, which are gone, which look different. */
  private compareAll({ stamps: onDiskNow, locked }: Look): Job[] {
    const onDisk = onDiskNow();
    const kept = this.options.kept?.missing(new Set(onDisk.map((stamp) => stamp.path))) ?? [];
    const stamps = [...onDisk, ...stampsOf(kept)];
    let known = stampedFiles(this.database);
    if (stamps.some((stamp) => !known.has(stamp.path))) {
      this.register(kept);
      known = stampedFiles(this.database);
    }
    const present = new Set(stamps.map((stamp) => stamp.path));
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
      const file = stamped && !isUnchanged(stamped, stamp) ? knownFile(this.database, stamped.id) : undefined;
      return file ? [{ file, stamp }] : [];
    });
  }

  /** The oldest first, so that what is newest gets the highest numbers and is found first. */
  private *readAll(jobs: Job[]): Generator<void> {
    jobs.sort((a, b) => a.stamp.mtime - b.stamp.mtime);
    this.progress.files = jobs.length;
    this.progress.bytes = jobs.reduce((sum, { file, stamp }) => sum + Math.max(0, stamp.size - file.offset), 0);
    const ready = jobs.flatMap((job) => this.prepared(job) ?? []);
    this.result.changed += ready.length;
    const left = yield* this.readWithHelp(ready);
    yield* this.writeAll(readParts(left, TRANSACTION_TEXT, this.options.kept), ({ failed }) => {
      this.result.changed -= failed.length;
      for (const { at, message } of failed) this.tell(left[at]?.stamp.path ?? '', message);
    });
  }

  private tell(file: string, message: string): void {
    // It may have failed in the round before as well.
    if (!this.result.problems.some((problem) => problem.file === file)) this.result.problems.push({ file, message });
  }

  /** Gives back what the other thread could not read, or not to its end. */
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
    return left.flatMap(
      ({ file, stamp }) => this.prepared({ file: knownFile(this.database, file.id) ?? file, stamp }) ?? [],
    );
  }

  /** Several batches go into one transaction, unless one is large enough by itself. */
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
      // Where it is left before its end.
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

  /** Who belongs to whom is told by the folders; only new files make it worth looking. */
  private register(kept: readonly KeptSession[]): void {
    const sessions = this.configs.flatMap(sessionsAndRemains);
    const rows = sessions.map(({ file, sessionId, slug, agentFiles, hasMain }) => [
      file,
      sessionId,
      slug,
      [...(hasMain ? [[file, null]] : []), ...agentFiles.map((agent) => [agent.file, agent.id])],
    ]);
    for (const { main, sessionId, slug, transcripts } of kept) {
      rows.push([main, sessionId, slug, transcripts.map(({ path, agent }) => [path, agent])]);
    }
    this.database.transaction(() => {
      const list = jsonForSql(rows);
      this.database
        .prepare(
          `INSERT OR IGNORE INTO sessions (main, session_id, slug)
           SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
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
    });
  }

  /** One file that may not be read keeps nobody from the others; what is known of it stays. */
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
  private fromWhereItStands({ file, stamp }: Job): ReadJob | undefined {
    if (!file.isGone && isGrown(file, stamp, this.options.kept)) {
      return { file, stamp, state: file.offset === 0 ? {} : stateOf(this.database, file.id) };
    }
    if (file.offset > 0 || file.size > 0) this.writer.reset(file.id, file, false);
    const fresh = knownFile(this.database, file.id);
    return fresh && { file: fresh, stamp, state: fresh.offset === 0 ? {} : stateOf(this.database, file.id) };
  }
}

/** Whether what was read still stands there, and only more came behind it. */
function isGrown(file: KnownFile, stamp: FileStamp, kept: KeptFiles | undefined): boolean {
  if (file.offset === 0) return true;
  if (file.inode !== stamp.inode || stamp.size < file.offset) return false;
  // Same size, other time: rewritten in place, as far as anybody can tell. (-1: reading stopped half way.)
  if (stamp.size === file.size && stamp.mtime !== file.mtime && file.mtime >= 0) return false;
  return isMarkedSo(stamp.path, file.offset, file.head, kept);
}

/** As they were on disk: what the index has read of them there is not read again. */
function stampsOf(kept: readonly KeptSession[]): FileStamp[] {
  return kept.flatMap(({ transcripts }) =>
    transcripts.map(({ path, size, mtimeMs, inode }) => ({ path, size, mtime: Math.floor(mtimeMs * 1000), inode })),
  );
}
