import type { Database, Row, Value } from '../sqlite/database.js';

/** Rows per query. If a query fails, its rows are read one by one. */
const CHUNK = 500;
/** The search ends after this many ids in a row without a result: failed reads are slow, and a table may be lost entirely. */
const MAX_MISSED = 2000;

/** The readable rows of a damaged table with an `id`. */
export function* readableByNumber(database: Database, table: string): Generator<Row> {
  const ahead = readUntilDamage(database, table, ['id'], 'up');
  yield* ahead.rows;
  if (ahead.isWhole) return;
  const back = readUntilDamage(database, table, ['id'], 'down');
  const first = Number(ahead.rows.at(-1)?.['id'] ?? 0) + 1;
  const end = Number(back.rows.at(-1)?.['id'] ?? Number.MAX_SAFE_INTEGER);
  for (let id = first, missed = 0; id < end && missed < MAX_MISSED; id++) {
    const found = attempt(() => database.prepare(`SELECT * FROM ${table} WHERE id = ?`).all(id)) ?? [];
    missed = found.length > 0 ? 0 : missed + 1;
    yield* found;
  }
  yield* back.rows;
}

/** The same for a text key. Rows between two damaged pages are found by the keys in the indexes. */
export function* readableByKey(
  database: Database,
  table: string,
  key: readonly string[],
  indexes: readonly string[] = [],
): Generator<Row> {
  const ahead = readUntilDamage(database, table, key, 'up');
  yield* ahead.rows;
  if (ahead.isWhole) return;
  yield* readUntilDamage(database, table, key, 'down').rows;
  const [column = 'key'] = key;
  for (const index of indexes) {
    const keys = attempt(() => database.prepare(`SELECT ${column} FROM ${table} INDEXED BY ${index}`).all()) ?? [];
    for (const row of keys) {
      const value = row[column] ?? null;
      yield* attempt(() => database.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).all(value)) ?? [];
    }
  }
}

export type Direction = 'up' | 'down';

/** Reads from one end to the other, or to the first unreadable row. */
function readUntilDamage(
  database: Database,
  table: string,
  key: readonly string[],
  direction: Direction,
): { rows: Row[]; isWhole: boolean } {
  const batches = batchesUntilDamage(database, { table, key, direction, most: CHUNK });
  const rows: Row[] = [];
  for (;;) {
    const next = batches.next();
    if (next.done) return { rows, isWhole: next.value };
    for (const row of next.value) rows.push(row);
  }
}

export interface RowsWanted {
  table: string;
  key: readonly string[];
  direction: Direction;
  /** How many rows at once. */
  most: number;
}

/** The same in batches, so that earlier rows are safe if the driver crashes. Returns whether it reached the end. */
export function* batchesUntilDamage(
  database: Database,
  { table, key, direction, most }: RowsWanted,
): Generator<Row[], boolean> {
  const [than, order] = direction === 'up' ? ['>', 'ASC'] : ['<', 'DESC'];
  const columns = key.join(', ');
  const ordered = `ORDER BY ${key.map((column) => `${column} ${order}`).join(', ')} LIMIT ?`;
  const after = `WHERE (${columns}) ${than} (${key.map(() => '?').join(', ')})`;
  let last: Row | undefined;
  for (let chunk = most; ; ) {
    const from: Value[] = last ? key.map((column) => last?.[column] ?? null) : [];
    const more = attempt(() =>
      database.prepare(`SELECT * FROM ${table} ${last ? after : ''} ${ordered}`).all(...from, chunk),
    );
    if (more) {
      yield more;
      if (more.length < chunk) return true;
      last = more.at(-1);
    } else if (chunk === 1) return false;
    else chunk = Math.max(1, chunk >> 2);
  }
}

/** Undefined if the page cannot be read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
