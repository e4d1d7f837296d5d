import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../src/sqlite/columns.js';
import { Database } from '../src/sqlite/database.js';
import { openSql, type Sql } from './support/sql.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-sqlite-'));
let made = 0;

/** A database that is still open elsewhere, so that its log is not yet merged into it. */
function withSql(pageSize: number, work: (sql: Sql, file: string) => void): void {
  const file = join(folder, `${made++}.db`);
  const sql = openSql(file);
  try {
    sql.exec(`pragma page_size = ${pageSize}`);
    work(sql, file);
  } finally {
    sql.close();
  }
}

function read<T>(file: string, work: (database: Database) => T): T {
  const damage: string[] = [];
  const database = new Database(file, (message) => damage.push(message));
  try {
    const result = work(database);
    expect(damage).toEqual([]);
    return result;
  } finally {
    database.close();
  }
}

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.integer({ min: 0, max: 5000 }).map((size) => 'ä'.repeat(size)),
);
const value = fc.oneof(
  text.map((each) => each.replaceAll('\0', '')),
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each)),
);

describe('the reader of SQLite files', () => {
  it.each(['delete', 'wal'])('reads the same rows as SQLite (journal mode %s)', (mode) => {
    fc.assert(
      fc.property(
        fc.constantFrom(512, 1024, 4096, 65536),
        fc.array(fc.tuple(value, value), { maxLength: 60 }),
        fc.nat(60),
        (pageSize, rows, removed) => {
          withSql(pageSize, (sql, file) => {
            sql.exec(`pragma journal_mode = ${mode}`);
            sql.exec('create table t (id integer primary key, a, b)');
            sql.exec('create index by_a on t (a, b)');
            for (const row of rows) sql.run('insert into t (a, b) values (?, ?)', ...row);
            sql.exec(`delete from t where id % 7 = ${removed % 7}`);
            sql.exec('alter table t add column later');
            const expected = sql.all('select * from t order by id');
            read(file, (database) => {
              expect([...database.rows('t')]).toEqual(expected);
              for (const row of expected)
                expect(database.row('t', Number(row.id), 'a', 'b')).toEqual({ a: row.a, b: row.b });
              const found = [...database.rowidsBy('t', 'a')].flatMap(([key, ids]) => ids.map((id) => [id, key]));
              expect(found.sort(byNumber)).toEqual(expected.map(({ id, a }) => [id, a]));
            });
          });
        },
      ),
      { numRuns: 12 },
    );
  });

  it('reads many pages', () => {
    withSql(512, (sql, file) => {
      sql.exec('create table t (id text primary key, body text)');
      sql.exec(
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) insert into t select 'id' || i, 'body ' || i from n",
      );
      read(file, (database) => {
        expect([...database.rows('t', 'id')]).toHaveLength(5000);
        expect(database.row('t', 4321, 'body')).toEqual({ body: 'body 4321' });
        expect(database.row('t', 5001, 'body')).toBeUndefined();
      });
    });
  });

  it('reads texts as UTF-16, big integers and bytes', () => {
    withSql(1024, (sql, file) => {
      sql.exec("pragma encoding = 'UTF-16be'");
      sql.exec("create table t (a); insert into t values ('grün'), (9223372036854775807), (x'00ff')");
      const read_ = read(file, (database) => [...database.rows('t')].map(({ a }) => a));
      expect(read_).toEqual(['grün', 9223372036854775807n, Uint8Array.of(0, 255)]);
    });
  });

  it('ignores uncommitted and stale frames in the log', () => {
    withSql(1024, (sql, file) => {
      sql.exec('pragma journal_mode = wal; create table t (a); insert into t values (1)');
      sql.exec('insert into t values (zeroblob(9000)); pragma wal_checkpoint(restart); update t set a = 2');
      expect(read(file, (database) => [...database.rows('t')].map(({ a }) => a))).toEqual([2, 2]);
      sql.exec('pragma cache_size = 1; begin; update t set a = zeroblob(50000)');
      expect(read(file, (database) => [...database.rows('t')].map(({ a }) => a))).toEqual([2, 2]);
      sql.exec('commit');
      expect(read(file, (database) => [...database.rows('t')]).map(({ a }) => String(a).length > 9000)).toEqual([
        true,
        true,
      ]);
    });
  });

  it.each(['delete', 'truncate', 'persist'])('reads what was committed while a transaction is open (%s)', (mode) => {
    withSql(4096, (sql, file) => {
      sql.exec(`pragma journal_mode = ${mode}`);
      // Pages are written before the commit.
      sql.exec('pragma cache_size = 5');
      sql.exec('create table t (id integer primary key, a)');
      sql.exec('begin');
      for (let id = 1; id <= 200; id++) sql.run('insert into t values (?, ?)', id, 'x'.repeat(500));
      sql.exec('commit');
      const rows = sql.all('select a from t');
      sql.exec('begin');
      sql.exec("update t set a = 'half'");
      sql.exec('delete from t where id > 20');
      for (let id = 1000; id <= 1400; id++) sql.run('insert into t values (?, ?)', id, 'y'.repeat(500));
      expect(readFileSync(file, 'latin1')).toContain('yyyy');
      expect(read(file, (database) => [...database.rows('t', 'a')])).toEqual(rows);
      const copy = join(folder, `${made++}.db`);
      copyFileSync(file, copy);
      copyFileSync(`${file}-journal`, `${copy}-journal`);
      sql.exec('commit');
      const after = sql.all('select a from t');
      expect(read(file, (database) => [...database.rows('t', 'a')])).toEqual(after);
      // What a crash leaves behind: SQLite rolls it back.
      expect(read(copy, (database) => [...database.rows('t', 'a')])).toEqual(rows);
      const recovered = openSql(copy);
      expect(recovered.all('select a from t')).toEqual(rows);
      recovered.close();
    });
  });

  it('reports overwritten pages, but not a log that only grew', () => {
    withSql(1024, (sql, file) => {
      sql.exec('pragma journal_mode = wal; create table t (a); insert into t values (1)');
      read(file, (database) => {
        sql.exec('insert into t values (2)');
        expect(database.hasChanged()).toBe(false);
        sql.exec('pragma wal_checkpoint(truncate)');
        expect(database.hasChanged()).toBe(true);
      });
    });
  });

  it('takes no lock and creates no file', () => {
    withSql(1024, (sql, file) => {
      sql.exec('pragma journal_mode = wal; create table t (a)');
      const copy = `${file}.copy`;
      sql.exec('pragma wal_checkpoint(truncate)');
      copyFileSync(file, copy);
      read(copy, (database) => {
        expect([...database.rows('t')]).toEqual([]);
        sql.exec('begin exclusive; insert into t values (1); commit');
      });
      expect([`${copy}-wal`, `${copy}-shm`, `${copy}-journal`].filter((each) => existsSync(each))).toEqual([]);
    });
  });
});

describe('columnsOf', () => {
  it('reads names in any quotes and skips constraints', () => {
    const sql = `CREATE TABLE "t" (\`id\` integer PRIMARY KEY, "a ""b""" text DEFAULT 'x, (y)' NOT NULL, [c d] numeric(10, 2),
      e -- a comment, with a comma
      , /* f, */ g, CONSTRAINT x FOREIGN KEY (e) REFERENCES u(id), primary key (g, e))`;
    expect(columnsOf(sql)).toEqual({ names: ['id', 'a "b"', 'c d', 'e', 'g'], rowid: 'id' });
  });
});

function byNumber(a: unknown[], b: unknown[]): number {
  return Number(a[0]) - Number(b[0]);
}
