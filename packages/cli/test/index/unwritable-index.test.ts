import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, Prices, parseQuery } from '@unspool/store';
import { describe, expect, it } from 'vitest';
import { orFromFiles, UnwritableIndex } from '../../src/index/unwritable-index.js';
import { bringUpToDate, withIndex } from '../../src/index/up-to-date.js';
import { archiveSome } from '../../src/keep/automatic.js';
import { wordsInIndex } from '../../src/search/in-index.js';
import { requestOf } from '../../src/search/options.js';
import { madeHome, repliesAt } from '../support/made-home.js';
import { memoryIo } from '../support/memory-io.js';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const TIME = Date.UTC(2026, 4, 20);
/** Who may write everywhere is never refused. */
const isBound = process.platform !== 'win32' && process.getuid?.() !== 0;

function full(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
}

/** SQLite goes on with what this process has open of a file, whatever its rights are by now. */
async function copyInItsPlace(data: string): Promise<void> {
  const database = await openDatabase(join(data, 'unspool.db'));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  renameSync(data, `${data}-before`);
  mkdirSync(data);
  copyFileSync(join(`${data}-before`, 'unspool.db'), join(data, 'unspool.db'));
}

describe('an index that cannot be written', () => {
  it('reports a full disk to commands that write', async () => {
    const { home, data } = madeHome();
    const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: data } });
    const work = withIndex(io, () => {
      throw full();
    });
    await expect(work).rejects.toThrow(/unspool\.db could not be written\.\n {2}The disk is full\.\n {2}Make room/);
  });

  it('says that another process has locked it', async () => {
    const home = madeHome();
    home.write(`-app/${A}.jsonl`, repliesAt([TIME], { sessionId: A }));
    await home.unspool('index');
    const io = memoryIo({ home: home.home, cwd: home.home, env: { UNSPOOL_HOME: home.data } });
    home.write(`-app/${A}.jsonl`, repliesAt([TIME, TIME + 1], { sessionId: A }));
    const other = await openDatabase(join(home.data, 'unspool.db'));
    other.exec('BEGIN IMMEDIATE');
    const asked = withIndex(io, (database) => {
      // Commands wait for fifteen seconds.
      database.exec('PRAGMA busy_timeout = 100');
      return bringUpToDate(database, new Prices(), io);
    });
    await expect(asked).rejects.toThrow('Another process is still writing to it');
    other.exec('ROLLBACK');
    other.close();
    expect((await wordsInIndex(parseQuery('hi'), requestOf({}, io), io)).count).toBe(2);
  });

  it('does not stop commands that only read', async () => {
    const io = memoryIo();
    const asked = async () => {
      throw new UnwritableIndex('/data/unspool.db', full());
    };
    expect(await orFromFiles(asked, () => 'from files', io)).toBe('from files');
    expect(io.stderr()).toContain('so Unspool reads the files instead. The disk is full.');
    await expect(
      orFromFiles(
        () => Promise.reject(new Error('other')),
        () => 'from files',
        io,
      ),
    ).rejects.toThrow('other');
  });

  it('says once that nothing is archived', async () => {
    const home = madeHome();
    const io = memoryIo({ home: home.home, cwd: home.home, env: { UNSPOOL_HOME: home.data } });
    const asked = () => Promise.reject(new UnwritableIndex(join(home.data, 'unspool.db'), full()));
    await orFromFiles(asked, () => undefined, io);
    archiveSome(io);
    expect(io.stderr().match(/nothing is archived/gi)).toHaveLength(1);
    expect(existsSync(home.data)).toBe(false);
  });

  it.runIf(isBound)('is left alone in a folder that may only be read, and the files are read', async () => {
    const home = madeHome();
    home.write(`-app/${A}.jsonl`, repliesAt([TIME], { sessionId: A }));
    await home.unspool('index', '--no-archive');
    await copyInItsPlace(home.data);
    home.write(`-app/${A}.jsonl`, repliesAt([TIME, TIME + 1], { sessionId: A }));
    chmodSync(join(home.data, 'unspool.db'), 0o400);
    chmodSync(home.data, 0o500);
    try {
      for (const report of ['daily', 'sessions', 'tools', 'blocks']) {
        const { exitCode, out, err } = await home.unspool('usage', report, '--json');
        expect([report, exitCode]).toEqual([report, 0]);
        expect(JSON.parse(out).total.replies).toBe(2);
        expect(err).toContain('so Unspool reads the files instead');
        expect(err.match(/nothing is archived/gi)).toHaveLength(1);
      }
      expect(await home.unspool('search', 'hi')).toMatchObject({ exitCode: 0, out: expect.stringContaining('2 hits') });
      const { exitCode, out, err } = await home.unspool('ls');
      expect([exitCode, err]).toEqual([0, expect.stringContaining('Tags and pins are not known')]);
      expect(out).toContain('aaaaaaaa');
      expect(await home.unspool('index')).toMatchObject({ exitCode: 1 });
    } finally {
      chmodSync(home.data, 0o700);
    }
  });
});
