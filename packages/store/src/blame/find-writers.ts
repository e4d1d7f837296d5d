import { SEARCH_KINDS } from '@unspool/session/facts';
import { comparable, fileName } from '@unspool/session/locate';
import { repositoryOf } from '../indexing/repository.js';
import type { Database, Row } from '../sqlite/database.js';
import { type Likeness, likenessTo } from './likeness.js';
import { hashOfLine, lineOfNotebook, unpackHashes } from './line-hash.js';
import { baseOf } from './write-table.js';

/** A line whose writer is searched. */
export interface AskedLine {
  /** The file's path in the repository at the time of the line, and its former path if it was just renamed. */
  paths: readonly string[];
  text: string;
  /** The latest times at which it can have been written, most likely first: author time, commit time. In milliseconds. */
  until: readonly number[];
}

/** The call of a recorded session that wrote a line. */
export interface Writer {
  id: number;
  sessionId: string;
  agentId: string | undefined;
  title: string | undefined;
  /** The agent, if not Claude Code. */
  client: string | undefined;
  /** The transcript, the offset of the call's line, and the turn in it. */
  file: string;
  byte: number;
  turnInFile: number;
  /** The turn of the session; for a sub-agent, the one in which it was given its task. */
  turn: number;
  time: number | undefined;
  tool: string;
  /** The path as written in the session. */
  path: string;
}

/** The repository whose lines are searched. */
export interface AskedPlace {
  /** Its folder; undefined if unknown. */
  folder: string | undefined;
  /** Other names that it may have: that of its remote. */
  names: readonly string[];
}

const PROMPT = SEARCH_KINDS.indexOf('prompt');

/** The writer of each line; undefined if no recorded session wrote it or the line is too short to identify. */
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

/** The last call that wrote to a file, in this repository or one with the same name. */
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

/** A write in the index, and how likely it belongs to this repository. */
interface Write {
  writer: Writer;
  call: number;
  hashes: Uint8Array;
  nearness: number;
  /** It rewrote the whole file, so the line may be older. */
  isWhole: boolean;
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

const COLUMNS = `writes.id, writes.call, writes.byte, writes.turn, writes.time, is_own, is_whole, hashes, files.path AS file, agent,
  session_id, sessions.title AS title, sessions.client AS client, sessions.ended AS ended, tools.text AS tool, paths.text AS path`;
const TABLES = `writes JOIN files ON files.id = writes.file JOIN sessions ON sessions.id = files.session
  JOIN names AS tools ON tools.id = writes.tool JOIN names AS paths ON paths.id = writes.path`;

/** The writes to a file, wherever its repository was: the end of the path must be the same. */
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
 * 0: another file. 3: in this repository or a worktree of it. 2: below a folder with its name. 1: the same path below
 * another folder, if the files written there are like this repository's, or if that is unknown and it is more than a file
 * name.
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
    isWhole: row['is_whole'] === 1,
  };
}

function writerOf(row: Row): Writer {
  const text = (key: string) => (row[key] == null ? undefined : String(row[key]));
  return {
    id: Number(row['id']),
    sessionId: String(row['session_id']),
    agentId: text('agent'),
    title: text('title'),
    client: text('client'),
    file: String(row['file']),
    byte: Number(row['byte']),
    turnInFile: Number(row['turn']),
    turn: Number(row['session_turn'] ?? row['turn']),
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

/** Git stores whole seconds. */
const SECOND = 1000;

/**
 * The latest write before the line was committed, among those in the most likely repository. A call that rewrote the whole file
 * does not show which lines it added, so other writes take precedence, and among several rewrites the first one does.
 */
function latestBefore(writes: readonly Write[], { until }: AskedLine): Write | undefined {
  for (const time of until) {
    const before = writes.filter(({ writer }) => (writer.time ?? 0) < time + SECOND);
    if (before.length === 0) continue;
    const nearest = Math.max(...before.map(({ nearness }) => nearness));
    const near = before.filter(({ nearness }) => nearness === nearest);
    const adding = near.filter(({ isWhole }) => !isWhole);
    const [first, ...others] = adding.length > 0 ? adding : near;
    const isBetter = adding.length > 0 ? isNearer : (write: Write, best: Write) => isNearer(best, write);
    return first && others.reduce((best, write) => (isBetter(write, best) ? write : best), first);
  }
  return undefined;
}

function isNearer(write: Write, best: Write): boolean {
  if (write.nearness !== best.nearness) return write.nearness > best.nearness;
  return (write.writer.time ?? 0) > (best.writer.time ?? 0);
}

/** When a sub-agent was given the task that it was working on. */
const TASK_TIME = `(SELECT time FROM docs AS task WHERE task.file = writes.file AND task.kind = ${PROMPT}
  AND task.byte <= writes.byte ORDER BY task.byte DESC LIMIT 1)`;
const SESSION_TURN = `CASE WHEN agent IS NOT NULL THEN coalesce((
  SELECT docs.turn FROM docs JOIN files AS main ON main.id = docs.file
  WHERE main.session = files.session AND main.agent IS NULL AND docs.kind = ${PROMPT}
    AND docs.time <= coalesce(${TASK_TIME}, writes.time) ORDER BY docs.time DESC LIMIT 1), 0) END AS session_turn`;

/** Of copies of the same call: the one in the session where it was made, else in the session that ended first. */
function originalsOf(database: Database, calls: ReadonlySet<number>): Map<number, { writer: Writer }> {
  const originals = new Map<number, { writer: Writer }>();
  const rows = database
    .prepare(
      `SELECT ${COLUMNS}, ${SESSION_TURN} FROM ${TABLES} WHERE writes.call IN (SELECT value FROM json_each(?))
       ORDER BY is_own DESC, agent IS NULL, ended, session_id`,
    )
    .all(JSON.stringify([...calls]));
  for (const row of rows) {
    const call = Number(row['call']);
    if (!originals.has(call)) originals.set(call, { writer: writerOf(row) });
  }
  return originals;
}
