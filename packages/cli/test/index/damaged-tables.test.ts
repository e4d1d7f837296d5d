import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@unspool/store';
import { beforeAll, describe, expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const { folder, truth } = generated({ mb: 1, files: 8, seed: 73 });

function world() {
  const home = mkdtempSync(join(tmpdir(), 'unspool-home-'));
  const io = memoryIo({ env: { CLAUDE_CONFIG_DIR: folder, UNSPOOL_HOME: home }, now: Date.UTC(2026, 0, 1) });
  const call = async (...args: string[]) => ({ code: await run(args, io), ...io.taken() });
  return { home, call };
}

describe('an index of which a table is damaged', () => {
  const whole = world();
  let hits: number;

  beforeAll(async () => {
    await whole.call('index', '--no-archive');
    await whole.call('tag', truth.sessions[0]?.sessionId ?? '', '+kept');
    hits = JSON.parse((await whole.call('search', 'the', '--json')).out).count;
    const database = await openDatabase(join(whole.home, 'unspool.db'));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  });

  it.each([
    'DELETE FROM texts_config',
    'DELETE FROM texts_data WHERE id = 10',
    'DROP TABLE texts_idx',
    'DROP TABLE docs',
    'DROP TABLE files',
    'DROP TABLE slots',
    'DROP TABLE meta',
    'PRAGMA user_version = 1',
  ])('is made anew by whoever finds it: %s', async (sql) => {
    const { home, call } = world();
    for (const name of ['unspool.db', 'labels.json']) copyFileSync(join(whole.home, name), join(home, name));
    // Node's own driver protects the tables of the full text.
    const database = await openDatabase(join(home, 'unspool.db'), 'libsql');
    database.exec(sql);
    database.close();
    const output: string[] = [];
    for (const args of [['usage', '--json'], ['search', 'the', '--json'], ['usage', 'tools', '--json'], ['index']]) {
      const { code, err } = await call(...args);
      expect([args, code, err]).toEqual([args, 0, expect.not.stringContaining('error')]);
      output.push(err);
    }
    expect(output.join('')).toContain('The index could not be read.');
    expect(JSON.parse((await call('usage', '--json')).out).total.tokens).toMatchObject(truth.tokens);
    expect(JSON.parse((await call('search', 'the', '--json')).out).count).toBe(hits);
    expect((await call('tag', truth.sessions[0]?.sessionId ?? '')).out).toContain('#kept');
  });
});
