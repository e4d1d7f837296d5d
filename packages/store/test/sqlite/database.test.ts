import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/sqlite/database.js';
import { openDatabase } from '../../src/sqlite/open-database.js';

const hasOwn = process.getBuiltinModule?.('node:sqlite') !== undefined;
const engines: Engine[] = hasOwn ? ['node:sqlite', 'libsql'] : ['libsql'];
const folder = mkdtempSync(join(tmpdir(), 'unspool-sqlite-'));

describe.each(engines)('%s', (engine) => {
  const open = (name: string) => openDatabase(join(folder, `${engine.replace(':', '-')}-${name}.db`), engine);

  it('returns exactly what was bound', async () => {
    const database = await open('values');
    database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, value, count INTEGER)');
    const insert = database.prepare('INSERT INTO t (value, count) VALUES (?, ?)');
    for (const value of ['x', 1.5, null, new Uint8Array([1, 2])]) expect(insert.run(value, 2 ** 40).changes).toBe(1);
    const rows = database.prepare('SELECT value, count FROM t ORDER BY id').all();
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { value: 'x', count: 2 ** 40 },
      { value: 1.5, count: 2 ** 40 },
      { value: null, count: 2 ** 40 },
      { value: new Uint8Array([1, 2]), count: 2 ** 40 },
    ]);
    const one = database.prepare('SELECT value, typeof(count) AS kind FROM t WHERE id = ?');
    expect({ ...one.get(1) }).toEqual({ value: 'x', kind: 'integer' });
    expect(new Uint8Array(one.get(4)?.['value'] as Uint8Array)).toEqual(new Uint8Array([1, 2]));
    expect(one.get(99)).toBeUndefined();
    expect(database.prepare('SELECT ? AS only').get(null)?.['only']).toBeNull();
    expect(database.prepare('SELECT ? AS only').all(null)[0]?.['only']).toBeNull();
    database.close();
  });

  it('runs a statement again after it failed', async () => {
    const database = await open('failed');
    database.exec("CREATE VIRTUAL TABLE t USING fts5(text); INSERT INTO t VALUES ('word')");
    const found = database.prepare('SELECT count(*) AS n FROM t WHERE t MATCH ?');
    for (const wrong of ['"', '"a\0"', '(']) {
      expect(() => found.get(wrong)).toThrow();
      expect(() => found.all(wrong)).toThrow();
      expect(found.get('word')?.['n']).toBe(1);
    }
    database.close();
  });

  it('rolls a transaction back completely', async () => {
    const database = await open('transaction');
    database.exec('CREATE TABLE t (value)');
    const insert = database.prepare('INSERT INTO t VALUES (?)');
    expect(database.transaction(() => insert.run(1).changes)).toBe(1);
    expect(() =>
      database.transaction(() => {
        insert.run(2);
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(database.prepare('SELECT count(*) AS n FROM t').get()?.['n']).toBe(1);
    database.close();
  });

  it('has what the index needs: WAL, full text without content, JSON', async () => {
    const database = await open('features');
    expect(database.prepare('PRAGMA journal_mode').get()?.['journal_mode']).toBe('wal');
    database.exec("CREATE VIRTUAL TABLE f USING fts5(text, content='', contentless_delete=1)");
    database.prepare('INSERT INTO f (rowid, text) VALUES (?, ?)').run(7, 'hello brave world');
    expect(database.prepare('SELECT rowid AS id FROM f WHERE f MATCH ?').all('"brave world"')).toHaveLength(1);
    database.prepare('DELETE FROM f WHERE rowid = ?').run(7);
    expect(database.prepare('SELECT rowid AS id FROM f WHERE f MATCH ?').all('brave')).toHaveLength(0);
    expect(database.prepare('SELECT value ->> 1 AS v FROM json_each(\'[[1,"b"]]\')').get()?.['v']).toBe('b');
    database.close();
  });

  it('reports that a file is not a database', async () => {
    const file = join(folder, `${engine.replace(':', '-')}-garbage.db`);
    writeFileSync(file, 'garbage'.repeat(1000));
    await expect(openDatabase(file, engine)).rejects.toThrow(/not a database/);
  });

  it('lets two connections write in turn', async () => {
    const one = await open('two');
    const two = await open('two');
    one.exec('CREATE TABLE t (value)');
    one.prepare('INSERT INTO t VALUES (?)').run(1);
    two.prepare('INSERT INTO t VALUES (?)').run(2);
    expect(one.prepare('SELECT count(*) AS n FROM t').get()?.['n']).toBe(2);
    one.close();
    two.close();
  });
});

it.runIf(hasOwn)('reads with one engine what the other wrote', async () => {
  const file = join(folder, 'both.db');
  const writer = await openDatabase(file, 'libsql');
  writer.exec("CREATE VIRTUAL TABLE f USING fts5(text, content='', contentless_delete=1)");
  writer.prepare('INSERT INTO f (rowid, text) VALUES (1, ?)').run('across engines');
  writer.close();
  const reader = await openDatabase(file, 'node:sqlite');
  expect(reader.prepare('SELECT rowid AS id FROM f WHERE f MATCH ?').all('across')).toHaveLength(1);
  reader.close();
});
