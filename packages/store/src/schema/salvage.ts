import { sumSessions } from '../ledger/ledger.js';
import type { Database, Row, Value } from '../sqlite/database.js';
import { batchesUntilDamage, type Direction, readableByKey, readableByNumber } from './readable-rows.js';

/** What was saved from a damaged store. */
export interface Salvaged {
  replies: number;
  tags: number;
  pins: number;
}

/**
 * Copies what no transcript contains: the ledger and the labels. Everything else is read from the sessions again. Rows on
 * damaged pages are lost.
 */
export function salvage(broken: Database, fresh: Database): Salvaged {
  return fresh.transaction(() => {
    for (const table of SALVAGED) for (const row of readableOf(broken, table)) carryOver(fresh, table, row);
    return settle(fresh);
  });
}

function readableOf(broken: Database, table: SalvagedTable): Generator<Row> {
  const { key, indexes } = TABLES[table];
  return key === ID ? readableByNumber(broken, table) : readableByKey(broken, table, key, indexes);
}

/** What is carried over, the most important last: what it belongs to has to be there first. */
export const SALVAGED = ['tags', 'pins', 'sessions', 'names', 'files', 'causes', 'agent_facts', 'replies'] as const;
export type SalvagedTable = (typeof SALVAGED)[number];

/** Few rows per batch, so that little is lost apart from the row on which the driver crashes. */
const FEW = 16;

/**
 * Used after the driver crashed on a row: saves the rows of one table from one end up to there. Writes small batches at once,
 * so that they survive another crash. Call `settleSalvaged` after the last table.
 */
export function salvageTable(broken: Database, fresh: Database, table: SalvagedTable, direction: Direction): void {
  const { key } = TABLES[table];
  for (const rows of batchesUntilDamage(broken, { table, key, direction, most: FEW })) {
    fresh.transaction(() => {
      for (const row of rows) carryOver(fresh, table, row);
    });
  }
}

export function settleSalvaged(fresh: Database): Salvaged {
  return fresh.transaction(() => settle(fresh));
}

function settle(fresh: Database): Salvaged {
  nameTheLost(fresh);
  const owners = fresh.prepare('SELECT DISTINCT session FROM replies').all();
  sumSessions(fresh, new Set(owners.map((row) => Number(row['session']))));
  return { replies: countIn(fresh, 'replies'), tags: countIn(fresh, 'tags'), pins: countIn(fresh, 'pins') };
}

const COUNTS = ['input', 'output', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'web_searches'];
const NUMBERS = ['session', 'file', 'distance', 'source_session', 'source_distance', 'model', 'flags', 'is_agent'];
const REPLY = ['key', ...NUMBERS, 'time', ...COUNTS, 'is_gone'];
const ID = ['id'];
const SESSION = [
  'id',
  'main',
  'session_id',
  'slug',
  'cwd',
  'repo',
  'title',
  'title_source',
  'started',
  'ended',
  'client',
];
const FILE = ['id', 'path', 'session', 'agent'];
const CAUSE_KEY = ['key', 'file'];
const CAUSE = [...CAUSE_KEY, 'generation', 'until', 'parts'];
const FACT_KEY = ['session', 'name'];
const FACT = [...FACT_KEY, 'value'];
const TAG = ['session_id', 'tag'];
const PIN = ['session_id', 'time'];

const NOTHING_COUNTED: Row = Object.fromEntries([...NUMBERS, ...COUNTS].map((column) => [column, 0]));

interface Salvageable {
  columns: string[];
  key: string[];
  /** Indexes, which also contain keys. */
  indexes?: string[];
  isSound: (row: Row) => boolean;
}

const isAny = () => true;
const TABLES: { [table in SalvagedTable]: Salvageable } = {
  tags: { columns: TAG, key: TAG, isSound: (row) => isText(row['session_id']) && isText(row['tag']) },
  pins: { columns: PIN, key: ['session_id'], isSound: (row) => isText(row['session_id']) },
  sessions: { columns: SESSION, key: ID, isSound: isAny },
  names: { columns: ['id', 'text'], key: ID, isSound: isAny },
  files: { columns: FILE, key: ID, isSound: isAny },
  causes: { columns: CAUSE, key: CAUSE_KEY, isSound: isCause },
  agent_facts: { columns: FACT, key: FACT_KEY, isSound: isFact },
  replies: { columns: REPLY, key: ['key'], indexes: ['replies_by_session', 'replies_by_file'], isSound: isReply },
};

function carryOver(fresh: Database, table: SalvagedTable, found: Row): void {
  const { columns, isSound } = TABLES[table];
  const row = ofTable(table, found);
  if (isSound(row)) insert(fresh, table, row, columns);
}

/**
 * Existing transcripts claim their replies again when they are read. A column that the old store did not have yet counts
 * as 0.
 */
function ofTable(table: SalvagedTable, row: Row): Row {
  return table === 'replies' ? { ...NOTHING_COUNTED, ...row, is_gone: 1 } : row;
}

/** Skips rows that do not fit into the new store, such as a number instead of a text, or a duplicate path. */
function insert(database: Database, table: string, row: Row, columns: readonly string[]): void {
  const list = columns.join(', ');
  const places = columns.map(() => '?').join(', ');
  const values = columns.map((column): Value => row[column] ?? null);
  database.prepare(`INSERT OR IGNORE INTO ${table} (${list}) VALUES (${places})`).run(...values);
}

function countIn(database: Database, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
}

/** A damaged page may still be read as rows, so each row is checked. */
function isReply(row: Row): boolean {
  const isWhole = (column: string) => Number.isSafeInteger(row[column]) && Number(row[column]) >= 0;
  return isText(row['key']) && NUMBERS.every(isWhole) && COUNTS.every(isWhole);
}

/** Invalid JSON would make every later report fail. */
function isCause(row: Row): boolean {
  if (!isText(row['key']) || !isText(row['parts'])) return false;
  try {
    return Array.isArray(JSON.parse(String(row['parts'])));
  } catch {
    // Bytes of another page.
    return false;
  }
}

function isFact(row: Row): boolean {
  return isText(row['name']) && isText(row['value']);
}

function isText(value: Value | undefined): boolean {
  return typeof value === 'string' && value !== '';
}

/** Replies count even if the row of their session or model is lost. New sessions must not reuse the number. */
function nameTheLost(database: Database): void {
  database.exec(
    `INSERT OR IGNORE INTO sessions (id, main, session_id, slug, is_gone)
     SELECT DISTINCT session, 'lost:' || session, 'lost', '', 1 FROM replies WHERE session NOT IN (SELECT id FROM sessions)`,
  );
  database.exec(
    `INSERT OR IGNORE INTO names (id, text)
     SELECT DISTINCT model, 'lost model ' || model FROM replies WHERE model NOT IN (SELECT id FROM names)`,
  );
}
