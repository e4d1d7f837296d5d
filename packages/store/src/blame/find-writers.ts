import { comparable, fileName } from '@unspool/session/locate';
import { repositoryOf } from '../indexing/repository.js';
import type { Database, Row } from '../sqlite/database.js';
import { type Likeness, likenessTo } from './likeness.js';
import { hashOfLine, lineOfNotebook, unpackHashes } from './line-hash.js';
import { baseOf } from './write-table.js';

/** A line of which it is asked who wrote it. */
export interface AskedLine {
  /** The file's path in its repository at the time of the line, and the one it had before, if it was just renamed. */
  paths: readonly string[];
  text: string;
  /** Up to when it can have been written, the likeliest first: the author's time, the committer's. In milliseconds. */
  until: readonly number[];
}

/** The call of a recorded session that wrote a line. */
export interface Writer {
  id: number;
  sessionId: string;
  agentId: string | undefined;
  title: string | undefined;
  /** The transcript, where its line of the call begins, and the turn. */
  file: string;
  byte: number;
  turn: number;
  time: number | undefined;
  tool: string;
  /** The path as the session has it. */
  path: string;
}

/** The repository that is asked about. */
export interface AskedPlace {
  /** Its folder; undefined where nothing is known of it. */
  folder: string | undefined;
  /** Other names it may go by: of its remote. */
  names: readonly string[];
}

/** For each line its writer; undefined for one that no recorded session wrote, or that says too little to tell. */
export function findWriters(
  database: Database,
  lines: readonly AskedLine[],
  place: AskedPlace,
): (Writer | undefined)[] {
  const found: (Write | undefined)[] = lines.map(() => undefined);
  for (const [path, all] of byPath(lines)) {
    const asked = all.filter(({ at }) => !found[at]);
    const wanted = new Set(asked.flatMap(({ hash }) => hash ?? []));
    if (wanted.size === 0) continue;
    const byHash = writesByHash(writesOf(database, path, place), wanted);
    for (const { at, hash, line } of asked) {
      const writes = hash === undefined ? undefined : byHash.get(hash);
      if (writes) found[at] = latestBefore(writes, line);
    }
  }
  const originals = originalsOf(database, new Set(found.flatMap((write) => write?.call ?? [])));
  return found.map((write) => write && (originals.get(write.call) ?? write).writer);
}

/** The last call that wrote into a file, in this repository or one of its name. */
export function lastWriterOf(database: Database, path: string, place: AskedPlace): Writer | undefined {
  const writes = writesOf(database, path, place).filter(({ nearness }) => nearness > 1);
  const [first, ...rest] = writes;
  const last = first && rest.reduce((best, write) => (isNearer(write, best) ? write : best), first);
  return last && (originalsOf(database, new Set([last.call])).get(last.call) ?? last).writer;
}

interface Asked {
  at: number;
  line: AskedLine;
  hash: number | undefined;
}

/** A write as the index has it, and how surely it is of this repository. */
interface Write {
  writer: Writer;
  call: number;
  hashes: Uint8Array;
  nearness: number;
}

function byPath(lines: readonly AskedLine[]): Map<string, Asked[]> {
  const groups = new Map<string, Asked[]>();
  lines.forEach((line, at) => {
    for (const path of line.paths) {
      const hash = hashOfLine(path.endsWith('.ipynb') ? lineOfNotebook(line.text) : line.text);
      const group = groups.get(path);
      if (group) group.push({ at, line, hash });
      else groups.set(path, [{ at, line, hash }]);
    }
  });
  return groups;
}

const COLUMNS = `writes.id, writes.call, writes.byte, writes.turn, writes.time, is_own, hashes, files.path AS file, agent,
  session_id, sessions.title AS title, sessions.ended AS ended, tools.text AS tool, paths.text AS path`;
const TABLES = `writes JOIN files ON files.id = writes.file JOIN sessions ON sessions.id = files.session
  JOIN names AS tools ON tools.id = writes.tool JOIN names AS paths ON paths.id = writes.path`;

/** The writes into a file, wherever its repository stood: the end of the path has to be the same. */
function writesOf(database: Database, path: string, place: AskedPlace): Write[] {
  const rows = database
    .prepare(`SELECT ${COLUMNS} FROM ${TABLES} WHERE writes.base = (SELECT id FROM names WHERE text = ?)`)
    .all(baseOf(path));
  const nearness = new Map<string, number>();
  const likeness = likenessTo(database, place.folder);
  return rows.flatMap((row) => {
    const written = String(row['path']);
    let near = nearness.get(written);
    if (near === undefined) {
      near = nearnessOf(written, path, place, likeness);
      nearness.set(written, near);
    }
    return near > 0 ? [writeOf(row, near)] : [];
  });
}

/**
 * 0: another file. 3: in this repository or a worktree of it. 2: below a folder of its name. 1: the same path below another
 * folder, where more of what was written there is in this repository; a file's name alone says less than a path.
 */
function nearnessOf(written: string, path: string, place: AskedPlace, isSameTree: (root: string) => Likeness): number {
  const { folder, names } = place;
  const whole = comparable(written);
  const tail = whole === written ? path : comparable(path).toLowerCase();
  if (whole === tail) return 3;
  if (!whole.endsWith(`/${tail}`)) return 0;
  const root = whole.slice(0, -tail.length - 1);
  if (folder !== undefined && comparable(repositoryOf(root)) === comparable(repositoryOf(folder))) return 3;
  const known = [...names, ...(folder === undefined ? [] : [fileName(folder)])].map((name) => name.toLowerCase());
  const parts = root.toLowerCase().split('/');
  if (parts.some((part) => known.some((name) => part === name || part.startsWith(`${name}-`)))) return 2;
  const likeness = isSameTree(root);
  return likeness === 'alike' || (likeness === 'unknown' && path.includes('/')) ? 1 : 0;
}

function writeOf(row: Row, nearness: number): Write {
  const hashes = row['hashes'];
  return {
    writer: writerOf(row),
    call: Number(row['call']),
    hashes: hashes instanceof Uint8Array ? hashes : new Uint8Array(),
    nearness,
  };
}

function writerOf(row: Row): Writer {
  const text = (key: string) => (row[key] == null ? undefined : String(row[key]));
  return {
    id: Number(row['id']),
    sessionId: String(row['session_id']),
    agentId: text('agent'),
    title: text('title'),
    file: String(row['file']),
    byte: Number(row['byte']),
    turn: Number(row['turn']),
    time: row['time'] == null ? undefined : Number(row['time']),
    tool: String(row['tool']),
    path: String(row['path']),
  };
}

function writesByHash(writes: readonly Write[], wanted: ReadonlySet<number>): Map<number, Write[]> {
  const byHash = new Map<number, Write[]>();
  for (const write of writes) {
    for (const hash of unpackHashes(write.hashes)) {
      if (!wanted.has(hash)) continue;
      const same = byHash.get(hash);
      if (same) same.push(write);
      else byHash.set(hash, [write]);
    }
  }
  return byHash;
}

/** Git knows whole seconds. */
const SECOND = 1000;

/** The latest write before the line was committed; of those in the nearest repository. */
function latestBefore(writes: readonly Write[], { until }: AskedLine): Write | undefined {
  for (const time of until) {
    const before = writes.filter(({ writer }) => (writer.time ?? 0) < time + SECOND);
    if (before.length > 0) return before.reduce((best, write) => (isNearer(write, best) ? write : best));
  }
  return undefined;
}

function isNearer(write: Write, best: Write): boolean {
  if (write.nearness !== best.nearness) return write.nearness > best.nearness;
  return (write.writer.time ?? 0) > (best.writer.time ?? 0);
}

/** Of the same call in several files: the session in which it was made, else the one that ended first. */
function originalsOf(database: Database, calls: ReadonlySet<number>): Map<number, { writer: Writer }> {
  const originals = new Map<number, { writer: Writer }>();
  const rows = database
    .prepare(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE writes.call IN (SELECT value FROM json_each(?))
       ORDER BY is_own DESC, agent IS NULL, ended, session_id`,
    )
    .all(JSON.stringify([...calls]));
  for (const row of rows) {
    const call = Number(row['call']);
    if (!originals.has(call)) originals.set(call, { writer: writerOf(row) });
  }
  return originals;
}
