import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leftMarks, markOpened, openStore, updateIndex } from '@unspool/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { program } from '../../../store/test/support/program.js';
import { prices } from '../../../store/test/support/store.js';
import { checkAfterCrash, renewApart } from '../../src/index/repair.js';
import { withIndex } from '../../src/index/up-to-date.js';
import { memoryIo } from '../support/memory-io.js';

const source = JSON.stringify(join(import.meta.dirname, '../../src/index/repair-index.ts'));
const script = await program(`import ${source};`);
const crashing = await program(`process.kill(process.pid, 'SIGSEGV');`);
const crashingLater = await program(
  `if (process.argv[2] === 'save') process.kill(process.pid, 'SIGSEGV'); else process.exitCode = 3;`,
);
/** Of no process: numbers end below it. */
const GONE = 2 ** 22 + 1;

describe('an index whose last user ended early', () => {
  let home: string;
  let file: string;
  let mark: string;
  let page: number;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'unspool-crash-'));
    file = join(home, 'unspool.db');
    mark = `${file}.used-by-${GONE}`;
    const { database } = await openStore(file);
    database.exec("INSERT INTO sessions (main, session_id, slug) VALUES ('/a', 'a', 'p')");
    database.exec("INSERT INTO tags VALUES ('a', 'later')");
    updateIndex(database, [], { prices });
    page = Number(
      database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'docs_by_file'").get()?.['rootpage'],
    );
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    writeFileSync(mark, '');
  });

  const aside = () => readdirSync(home).filter((name) => name.includes('.broken-') && !/-(wal|shm)$/.test(name));
  const tags = async () => {
    const { database } = await openStore(file);
    const rows = database.prepare('SELECT tag FROM tags').all();
    database.close();
    return rows.map((row) => row['tag']);
  };

  it('stays when it is whole', async () => {
    const io = memoryIo();
    checkAfterCrash(file, leftMarks(file), io, script);
    expect(io.stderr()).toContain('Checking the index');
    expect(aside()).toEqual([]);
    expect(existsSync(mark)).toBe(false);
    expect(await tags()).toEqual(['later']);
  });

  it('is rebuilt with what can be saved if it is damaged', async () => {
    const bytes = readFileSync(file);
    bytes.fill(0xa5, (page - 1) * 4096, page * 4096);
    writeFileSync(file, bytes);
    const io = memoryIo();
    checkAfterCrash(file, leftMarks(file), io, script);
    expect(aside()).toHaveLength(1);
    expect(io.stderr()).toContain('Saved from it');
    expect(await tags()).toEqual(['later']);
  });

  it.skipIf(process.platform === 'win32')('is rebuilt if the driver crashes on it', async () => {
    for (const script of [crashing, crashingLater]) {
      writeFileSync(mark, '');
      const io = memoryIo();
      checkAfterCrash(file, leftMarks(file), io, script);
      expect(io.stderr()).toContain('Saved from it: 0 replies');
      expect(existsSync(mark)).toBe(false);
      expect(await tags()).toEqual([]);
    }
    expect(aside()).toHaveLength(2);
  });

  it('is rebuilt if a text in it is damaged, which may crash the driver', async () => {
    const { database } = await openStore(file);
    database.exec("INSERT INTO names (text) VALUES (CAST(x'c328ff' AS TEXT))");
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const io = memoryIo();
    checkAfterCrash(file, leftMarks(file), io, script);
    const hasCrashed = aside().length > 0;
    expect(hasCrashed).toBe(io.stderr().includes('Saved from it'));
    // Node's own driver reads it as well as it can.
    if (process.getBuiltinModule?.('node:sqlite') === undefined) expect(hasCrashed).toBe(true);
  });

  it('keeps the rows around one on which the driver crashes', async () => {
    const { database } = await openStore(file);
    const add = (key: string, at: number) =>
      database
        .prepare(
          `INSERT INTO replies (key, session, file, distance, source_session, source_distance, model, time, input, output,
             cache_read, cache_write_5m, cache_write_1h, web_searches, flags, is_agent, is_gone)
           VALUES (${key}, 1, 1, 0, 1, 0, 1, ?, 1, 2, 3, 4, 5, 0, 0, 0, 0)`,
        )
        .run(1_770_000_000_000 + at);
    database.exec("INSERT INTO names (id, text) VALUES (1, 'claude-x')");
    for (let at = 100; at < 400; at++) add(`'msg_${at}'`, at);
    // No text any more, in the middle of all keys.
    add("CAST(x'6d73675f323530c328ff' AS TEXT)", 0);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const io = memoryIo();
    expect(renewApart(file, io, script)).toBe(true);
    const saved = Number(/Saved from it: (\d+) replies/.exec(io.stderr())?.[1]);
    expect(saved).toBeGreaterThanOrEqual(300 - 2 * 16);
    expect(io.stderr()).toContain('1 tag');
    const renewed = await openStore(file);
    const tokens = renewed.database.prepare('SELECT sum(replies) AS n, min(is_gone) AS gone FROM slots').get();
    expect(tokens).toEqual({ n: saved, gone: 1 });
    renewed.database.close();
  });

  it('is renewed by another process where there is a script for it', async () => {
    expect(renewApart(file, memoryIo(), join(home, 'none.js'))).toBe(false);
    const io = memoryIo();
    expect(renewApart(file, io, script)).toBe(true);
    expect(aside()).toHaveLength(1);
    expect(await tags()).toEqual(['later']);
  });

  it('is looked at by one process only', () => {
    const [first, second] = [memoryIo(), memoryIo()];
    const marks = leftMarks(file);
    checkAfterCrash(file, marks, first, script);
    checkAfterCrash(file, marks, second, script);
    expect(first.stderr()).not.toBe('');
    expect(second.stderr()).toBe('');
  });
});

describe('the mark of a process that uses an index', () => {
  it('is there while it is used, and gone afterwards, also after an error', async () => {
    const home = mkdtempSync(join(tmpdir(), 'unspool-mark-'));
    const io = memoryIo({ env: { UNSPOOL_HOME: home, CLAUDE_CONFIG_DIR: home } });
    const marks = () => readdirSync(home).filter((name) => name.includes('.used-by-'));
    await withIndex(io, () => undefined);
    await withIndex(io, () => expect(marks()).toEqual([`unspool.db.used-by-${process.pid}`]));
    expect(marks()).toEqual([]);
    await expect(withIndex(io, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(marks()).toEqual([]);
  });

  it('of a running process, of no process or of another file is ignored', () => {
    const home = mkdtempSync(join(tmpdir(), 'unspool-mark-'));
    const file = join(home, 'unspool.db');
    expect(leftMarks(join(home, 'none', 'unspool.db'))).toEqual([]);
    writeFileSync(`${file}.used-by-${process.ppid}`, '');
    writeFileSync(`${file}-other.used-by-${GONE}`, '');
    expect(leftMarks(file)).toEqual([]);
    const unmark = markOpened(file);
    unmark();
    unmark();
    expect(leftMarks(file)).toEqual([]);
    expect(markOpened(join(home, 'none', 'unspool.db'))()).toBeUndefined();
  });
});
