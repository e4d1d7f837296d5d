import { type ConfigFolder, listSessions } from '@unspool/session';
import { DamagedArchive } from '../keep/archive-format.js';
import type { KeptFiles, KeptSession } from '../keep/kept-files.js';
import { applyTiers } from '../ledger/ledger.js';
import type { Database } from '../sqlite/database.js';
import type { Prices } from '../usage/prices.js';
import { FileFacts } from './file-facts.js';
import { isUnchanged, type KnownFile, knownFile, stampedFiles, stateOf } from './known-files.js';
import { type Look, look, noteSeen } from './look.js';
import { markOf } from './mark.js';
import { readMeta, writeMeta } from './meta.js';
import { readLinesFrom } from './read-part.js';
import type { FileStamp } from './sweep.js';
import { type FilePart, PartWriter } from './write-parts.js';

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

/** What is written in one go: enough to be fast, little enough that nobody waits long and little is lost. */
const BATCH_TEXT = 4_000_000;
const BATCH_LINES = 20_000;
const ROUNDS = 4;

/** Brings the store up to date with the files: only what is new is read. Safe beside other processes that do the same. */
export function updateIndex(database: Database, configs: readonly ConfigFolder[], options: IndexOptions): IndexResult {
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
    if (!new Round(database, configs, options, result).run(seen)) continue;
    noteSeen(database, seen);
    return result;
  }
  return result;
}

class Round {
  private readonly writer: PartWriter;
  private parts: FilePart[] = [];
  private textLength = 0;
  private lines = 0;
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
  run(seen: Look): boolean {
    this.readAll(seen.changed ? this.changedOf(seen.changed) : this.compareAll(seen.stamps));
    this.flush();
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
  private compareAll(onDisk: readonly FileStamp[]): Job[] {
    const kept = this.options.kept?.missing(new Set(onDisk.map((stamp) => stamp.path))) ?? [];
    const stamps = [...onDisk, ...stampsOf(kept)];
    let known = stampedFiles(this.database);
    if (stamps.some((stamp) => !known.has(stamp.path))) {
      this.register(kept);
      known = stampedFiles(this.database);
    }
    const present = new Set(stamps.map((stamp) => stamp.path));
    for (const { id, path, isGone } of known.values()) {
      const file = isGone || present.has(path) ? undefined : knownFile(this.database, id);
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
  private readAll(jobs: Job[]): void {
    jobs.sort((a, b) => a.stamp.mtime - b.stamp.mtime);
    this.progress.files = jobs.length;
    this.progress.bytes = jobs.reduce((sum, { file, stamp }) => sum + Math.max(0, stamp.size - file.offset), 0);
    for (const { file, stamp } of jobs) {
      try {
        this.read(file, stamp);
      } catch (error) {
        const isOfTheFile = (error as NodeJS.ErrnoException).syscall !== undefined || error instanceof DamagedArchive;
        if (!isOfTheFile) throw error;
        this.result.problems.push({ file: stamp.path, message: (error as Error).message });
      }
      this.progress.filesDone++;
      this.options.onProgress?.(this.progress);
    }
  }

  /** Who belongs to whom is told by the folders; only new files make it worth looking. */
  private register(kept: readonly KeptSession[]): void {
    const sessions = this.configs.flatMap((config) => listSessions(config).sessions);
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
      const list = JSON.stringify(rows);
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
    });
  }

  private read(known: KnownFile, stamp: FileStamp): void {
    this.result.changed++;
    let file = known;
    if (file.isGone || !isGrown(file, stamp, this.options.kept)) {
      if (file.offset > 0 || file.size > 0) this.writer.reset(file.id, file, false);
      const fresh = knownFile(this.database, file.id);
      if (!fresh) return;
      file = fresh;
    }
    const facts = new FileFacts(
      file.path,
      file.agent === null ? 'main' : 'agent',
      file.offset === 0 ? {} : stateOf(this.database, file.id),
    );
    let { offset } = file;
    let expected = { offset, generation: file.generation };
    let state = facts.state();
    for (const line of readLinesFrom(file.path, offset, stamp.size, this.options.kept)) {
      const isEnded = line.bytes === undefined || line.bytes[line.bytes.length - 1] === 10;
      // It may be half written: it counts now, and is read again when there is more.
      if (!isEnded) state = facts.state();
      for (const [at, object] of line.objects.entries()) facts.add(object, line.byte, at);
      this.lines++;
      this.progress.bytesDone += line.length;
      this.result.bytesRead += line.length;
      if (!isEnded) break;
      offset = line.byte + line.length;
      if (this.textLength + facts.textLength < BATCH_TEXT && this.lines < BATCH_LINES) continue;
      state = facts.state();
      this.add(facts, { ...file, expected, offset, state }, { ...stamp, mtime: -1 });
      expected = { offset, generation: file.generation };
      this.flush();
      this.options.onProgress?.(this.progress);
    }
    if (offset === stamp.size) state = facts.state();
    this.add(facts, { ...file, expected, offset, state }, stamp);
    if (this.textLength >= BATCH_TEXT) this.flush();
  }

  private add(
    facts: FileFacts,
    file: { id: number; path: string; session: number; agent: string | null } & Pick<
      FilePart,
      'expected' | 'offset' | 'state'
    >,
    stamp: FileStamp,
  ): void {
    const { id, path, session, agent, expected, offset, state } = file;
    const { size, mtime, inode } = stamp;
    const head = markOf(path, offset, this.options.kept);
    this.textLength += facts.textLength;
    this.parts.push({ file: id, session, agent, expected, offset, size, mtime, inode, head, state, ...facts.take() });
  }

  private flush(): void {
    if (this.parts.length > 0 && this.writer.write(this.parts) < this.parts.length) this.isComplete = false;
    this.parts = [];
    this.textLength = 0;
    this.lines = 0;
  }
}

/** Whether what was read still stands there, and only more came behind it. */
function isGrown(file: KnownFile, stamp: FileStamp, kept: KeptFiles | undefined): boolean {
  if (file.offset === 0) return true;
  if (file.inode !== stamp.inode || stamp.size < file.offset) return false;
  // Same size, other time: rewritten in place, as far as anybody can tell. (-1: reading stopped half way.)
  if (stamp.size === file.size && stamp.mtime !== file.mtime && file.mtime >= 0) return false;
  return markOf(stamp.path, file.offset, kept) === file.head;
}

/** As they were on disk: what the index has read of them there is not read again. */
function stampsOf(kept: readonly KeptSession[]): FileStamp[] {
  return kept.flatMap(({ transcripts }) =>
    transcripts.map(({ path, size, mtimeMs, inode }) => ({ path, size, mtime: Math.floor(mtimeMs * 1000), inode })),
  );
}

/** Everything is read anew. The ledger, tags and pins stay. */
export function forgetIndex(database: Database): void {
  database.transaction(() => {
    database.exec('DELETE FROM meta');
    database.exec("INSERT INTO texts (texts) VALUES ('delete-all')");
    database.exec('DELETE FROM docs');
    database.exec('UPDATE replies SET is_gone = 1');
    database.exec(
      "UPDATE files SET offset = 0, size = 0, mtime = 0, head = '', state = '{}', generation = generation + 1",
    );
  });
}
