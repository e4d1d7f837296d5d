import { type ConfigFolder, listSessions } from '@unspool/session';
import { applyTiers } from '../ledger/ledger.js';
import type { Database } from '../sqlite/database.js';
import type { Prices } from '../usage/prices.js';
import { FileFacts, type FileState } from './file-facts.js';
import { markOf, readLinesFrom } from './read-part.js';
import { type FileStamp, fingerprintOf, sweep } from './sweep.js';
import { type FilePart, PartWriter } from './write-parts.js';

export interface IndexProgress {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
}

export interface IndexOptions {
  prices: Prices;
  onProgress?: (progress: IndexProgress) => void;
}

export interface IndexResult {
  /** Files that were new, had grown or were rewritten, and those that are gone. */
  changed: number;
  gone: number;
  bytesRead: number;
  problems: { file: string; message: string }[];
}

interface KnownFile {
  id: number;
  path: string;
  session: number;
  agent: string | null;
  size: number;
  mtime: number;
  inode: string;
  head: string;
  offset: number;
  generation: number;
  isGone: boolean;
}

/** What is written in one go: enough to be fast, little enough that nobody waits long and little is lost. */
const BATCH_TEXT = 3_000_000;
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
    const stamps = sweep(configs);
    const fingerprint = fingerprintOf(stamps);
    if (readMeta(database, 'fingerprint') === fingerprint) return result;
    const isComplete = new Round(database, configs, options, result).run(stamps);
    if (isComplete || round === ROUNDS - 1) writeMeta(database, 'fingerprint', fingerprint);
    if (isComplete) return result;
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
  run(stamps: readonly FileStamp[]): boolean {
    let known = knownFiles(this.database);
    if (stamps.some((stamp) => !known.has(stamp.path))) {
      this.register();
      known = knownFiles(this.database);
    }
    const present = new Set(stamps.map((stamp) => stamp.path));
    for (const file of known.values()) {
      if (file.isGone || present.has(file.path)) continue;
      this.writer.reset(file.id, file, true);
      this.result.gone++;
    }
    // The oldest first, so that what is newest gets the highest numbers and is found first.
    const jobs = stamps
      .flatMap((stamp) => {
        const file = known.get(stamp.path);
        return file && !isUnchanged(file, stamp) ? [{ file, stamp }] : [];
      })
      .sort((a, b) => a.stamp.mtime - b.stamp.mtime);
    this.progress.files = jobs.length;
    this.progress.bytes = jobs.reduce((sum, { file, stamp }) => sum + Math.max(0, stamp.size - file.offset), 0);
    for (const { file, stamp } of jobs) {
      try {
        this.read(file, stamp);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
        this.result.problems.push({ file: stamp.path, message: (error as Error).message });
      }
      this.progress.filesDone++;
      this.options.onProgress?.(this.progress);
    }
    this.flush();
    return this.isComplete;
  }

  /** Who belongs to whom is told by the folders; only new files make it worth looking. */
  private register(): void {
    const sessions = this.configs.flatMap((config) => listSessions(config).sessions);
    const rows = sessions.map(({ file, sessionId, slug, agentFiles, hasMain }) => [
      file,
      sessionId,
      slug,
      [...(hasMain ? [[file, null]] : []), ...agentFiles.map((agent) => [agent.file, agent.id])],
    ]);
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
    if (file.isGone || !isGrown(file, stamp)) {
      if (file.offset > 0 || file.size > 0) this.writer.reset(file.id, file, false);
      const fresh = knownFile(this.database, file.id);
      if (!fresh) return;
      file = fresh;
    }
    const facts = new FileFacts(file.path, file.agent === null ? 'main' : 'agent', stateOf(this.database, file.id));
    let { offset } = file;
    let expected = { offset, generation: file.generation };
    let state = facts.state();
    for (const line of readLinesFrom(file.path, offset, stamp.size)) {
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
    const head = markOf(path, offset);
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

function isUnchanged(file: KnownFile, stamp: FileStamp): boolean {
  return !file.isGone && file.size === stamp.size && file.mtime === stamp.mtime && file.inode === stamp.inode;
}

/** Whether what was read still stands there, and only more came behind it. */
function isGrown(file: KnownFile, stamp: FileStamp): boolean {
  if (file.offset === 0) return true;
  if (file.inode !== stamp.inode || stamp.size < file.offset) return false;
  // Same size, other time: rewritten in place, as far as anybody can tell. (-1: reading stopped half way.)
  if (stamp.size === file.size && stamp.mtime !== file.mtime && file.mtime >= 0) return false;
  return markOf(stamp.path, file.offset) === file.head;
}

const KNOWN = 'id, path, session, agent, size, mtime, inode, head, offset, generation, is_gone';

function knownFiles(database: Database): Map<string, KnownFile> {
  const row = database.prepare(`SELECT json_group_array(json_array(${KNOWN})) AS rows FROM files`).get();
  return new Map(
    (JSON.parse(String(row?.['rows'] ?? '[]')) as KnownRow[]).map((each) => [each[1], knownOf(each)] as const),
  );
}

function knownFile(database: Database, id: number): KnownFile | undefined {
  const row = database.prepare(`SELECT json_array(${KNOWN}) AS row FROM files WHERE id = ?`).get(id);
  return row ? knownOf(JSON.parse(String(row['row'])) as KnownRow) : undefined;
}

type KnownRow = [number, string, number, string | null, number, number, string, string, number, number, number];

function knownOf(row: KnownRow): KnownFile {
  const [id, path, session, agent, size, mtime, inode, head, offset, generation, isGone] = row;
  return { id, path, session, agent, size, mtime, inode, head, offset, generation, isGone: isGone === 1 };
}

function stateOf(database: Database, file: number): FileState {
  return JSON.parse(String(database.prepare('SELECT state FROM files WHERE id = ?').get(file)?.['state'] ?? '{}'));
}

function readMeta(database: Database, key: string): string | undefined {
  const value = database.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.['value'];
  return value === undefined ? undefined : String(value);
}

function writeMeta(database: Database, key: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value);
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
