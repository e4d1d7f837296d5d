import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@unspool/store';
import { describe, expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const { folder, truth } = generated({ mb: 3, files: 16, seed: 71, dirty: true });
const all = Object.values(truth.tokens).reduce((sum, each) => sum + each, 0);

function world(home = mkdtempSync(join(tmpdir(), 'unspool-home-'))) {
  const io = memoryIo({ env: { CLAUDE_CONFIG_DIR: folder, UNSPOOL_HOME: home }, now: Date.UTC(2026, 0, 1) });
  return {
    home,
    call: async (...args: string[]) => ({ code: await run(args, io), ...io.taken() }),
  };
}

describe('usage', () => {
  it('is the same with and without an index', async () => {
    const { home, call } = world();
    const kinds = [
      'daily',
      'weekly',
      'monthly',
      'sessions',
      'projects',
      'models',
      'blocks',
      'tools',
      'skills',
      'agents',
      'sub-agents',
    ];
    const before = new Map<string, unknown>();
    for (const kind of kinds)
      before.set(kind, JSON.parse((await call('usage', kind, '--json', '--timezone', 'UTC')).out));
    expect(existsSync(join(home, 'unspool.db'))).toBe(false);
    expect(await call('index')).toMatchObject({ code: 0 });
    for (const kind of kinds) {
      const after = JSON.parse((await call('usage', kind, '--json', '--timezone', 'UTC')).out);
      const rows = (report: unknown) =>
        (report as { rows: { lastUsed?: unknown; models: unknown }[] }).rows
          .map(({ lastUsed: _, ...row }) => JSON.stringify(row))
          .sort();
      expect(rows(after), kind).toEqual(rows(before.get(kind)));
      expect(after.total, kind).toEqual((before.get(kind) as { total: unknown }).total);
    }
    const daily = before.get('daily') as { total: { tokens: { total: number } } };
    expect(daily.total.tokens.total).toBe(all);
  });

  it('prints a table and CSV', async () => {
    const { call } = world();
    const { out } = await call('usage', 'monthly');
    expect(out).toMatch(/^month +input +output/);
    expect(out).toContain('total');
    const csv = (await call('usage', 'models', '--csv')).out.split('\r\n');
    expect(csv[0]).toBe(
      'models,input,output,cache_read,cache_write_5m,cache_write_1h,total,replies,web_searches,cost_usd,unpriced_tokens',
    );
    expect(csv.slice(1, -1).reduce((sum, row) => sum + Number(row.split(',')[6]), 0)).toBe(all);
  });

  it('filters', async () => {
    const { call } = world();
    const total = async (...args: string[]) =>
      JSON.parse((await call('usage', '--json', ...args)).out).total.tokens.total as number;
    const until = await total('--until', '2025-09-15', '--timezone', 'UTC');
    const since = await total('--since', '2025-09-16', '--timezone', 'UTC');
    expect(until).toBeGreaterThan(0);
    expect(until + since).toBe(all);
    expect(await total('--model', 'haiku')).toBeLessThan(all);
    expect(await total('--no-sub-agents')).toBeLessThan(all);
    const [session] = truth.sessions;
    expect(await total('--project', session?.cwd ?? '')).toBeGreaterThan(0);
    expect(await total('--project', 'no-such-project')).toBe(0);
  });

  it('takes the user’s own prices, and says what is wrong with them', async () => {
    const { home, call } = world();
    const file = join(home, 'prices.json');
    writeFileSync(
      file,
      '{"claude": {"input": 0, "output": 1, "read": 0, "write5m": 0, "write1h": 0}, "claude-haiku-4-5": {"input": 0, "output": 1, "read": 0, "write5m": 0, "write1h": 0}, "claude-sonnet-4-5": {"input": 0, "output": 1, "read": 0, "write5m": 0, "write1h": 0}, "claude-opus-4-5": {"input": 0, "output": 1, "read": 0, "write5m": 0, "write1h": 0}}',
    );
    const { total } = JSON.parse((await call('usage', '--json')).out);
    expect(Number(total.costUSD) * 1e6).toBeCloseTo(truth.tokens.output, 3);
    writeFileSync(file, '{"x": 1}');
    expect(await call('usage')).toMatchObject({ code: 1, out: '' });
  });

  it.each([
    ['usage', 'hourly'],
    ['usage', '--timezone', 'Nowhere'],
    ['usage', '--since', 'soon'],
    ['search', '(('],
    ['search', 'x', '--kind', 'poem'],
    ['search', 'x', '--limit', '0'],
    ['search', '--regex', '('],
  ])('%s %s is a wrong use', async (...args) => {
    const { code, out, err } = await world().call(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('error:');
  });
});

it.each([
  ['usage', '--json', '--csv'],
  ['search', 'x', '--no-sub-agents', '--only-sub-agents'],
])('%s %s %s is refused', async (...args) => {
  expect((await world().call(...args)).code).toBe(2);
});

describe('index and search', () => {
  it('finds what was just written, and shows it harmlessly', async () => {
    const { home, call } = world();
    await call('index');
    const [session] = truth.sessions;
    const line = {
      type: 'user',
      uuid: 'x',
      parentUuid: null,
      sessionId: session?.sessionId,
      isSidechain: false,
      cwd: '/w',
      timestamp: '2025-12-01T00:00:00.000Z',
      message: { role: 'user', content: 'xylophone \u001b[31mred \u001b]0;title\u0007' },
    };
    appendFileSync(join(folder, session?.file ?? ''), `\n${JSON.stringify(line)}\n`);
    const { code, out } = await call('search', 'xylophone');
    expect(code).toBe(0);
    expect(out).toContain('xylophone');
    expect(out).not.toContain('\u001b');
    const { hits } = JSON.parse((await call('search', 'xylophone', '--json')).out);
    expect(hits).toMatchObject([{ sessionId: session?.sessionId, kind: 'prompt' }]);
    expect((await call('search', 'nosuchwordatall')).code).toBe(1);
    expect((await call('search', '--exact', 'xylophone \u001b[31m', '--json')).code).toBe(0);
    rmSync(home, { recursive: true });
    const scanned = await call('search', 'xylophone', '--json');
    expect(JSON.parse(scanned.out).hits).toMatchObject([{ byte: hits[0].byte, turn: hits[0].turn }]);
    expect(scanned.err).toContain('unspool index');
  });

  it('says so when the index is broken, and builds a new one', async () => {
    const { home, call } = world();
    writeFileSync(join(home, 'unspool.db'), 'broken'.repeat(1000));
    const { code, err } = await call('usage', '--json');
    expect(code).toBe(0);
    expect(err).toContain('moved to');
  });

  it.each([['usage'], ['search', 'the'], ['index']])('%s says so if a folder is in its place', async (...args) => {
    const { home, call } = world();
    const place = join(home, 'unspool.db');
    mkdirSync(place);
    writeFileSync(join(place, 'of somebody else'), 'x');
    const { code, out, err } = await call(...args);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toContain('There is a folder where the index should be.');
    expect(err).toContain(place);
    expect(err).toContain('Move it away, or set UNSPOOL_HOME to another folder.');
    expect(readdirSync(home)).toEqual(['unspool.db']);
    expect(readdirSync(place)).toEqual(['of somebody else']);
  });

  it.each([['usage'], ['search', 'the'], ['index'], ['ls']])(
    '%s does not wait for a pipe in its place',
    async (...args) => {
      const { home, call } = world();
      const place = join(home, 'unspool.db');
      execFileSync('mkfifo', [place]);
      const { code, err } = await call(...args);
      expect(code).toBe(1);
      expect(err).toContain('There is a pipe or a device where the index should be.');
      expect(err).toContain(place);
      expect(readdirSync(home)).toEqual(['unspool.db']);
    },
  );

  it('explains how to leave a word out, if it was parsed as an option', async () => {
    const { call } = world();
    const { code, out, err } = await call('search', 'test', '-error');
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('quote the whole query: unspool search "test -error"');
    // With the whole query in one argument.
    expect((await call('search', 'the -error', '--json')).code).toBe(0);
  });

  it.each([4, 40, 400])('repairs an index that is damaged from its kilobyte %i on', async (kilobyte) => {
    const whole = world();
    await whole.call('index');
    const { sessionId = '' } = truth.sessions[0] ?? {};
    await whole.call('tag', sessionId, '+kept');
    const before = JSON.parse((await whole.call('usage', '--json')).out);
    const { database } = await openStore(join(whole.home, 'unspool.db'));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    for (const args of [['index'], ['index', '--rebuild'], ['usage', '--json'], ['search', 'the', '--json']]) {
      const { home, call } = world();
      for (const name of ['unspool.db', 'labels.json']) copyFileSync(join(whole.home, name), join(home, name));
      damage(join(home, 'unspool.db'), kilobyte);
      const { code, err } = await call(...args);
      expect(err).not.toContain('malformed');
      expect(code).toBe(0);
      const rebuilt = await call('index', '--rebuild');
      expect(rebuilt.code).toBe(0);
      expect(err + rebuilt.err).toContain('Saved from it:');
      expect(JSON.parse((await call('usage', '--json')).out).total).toEqual(before.total);
      expect((await call('tag', sessionId)).out).toContain('#kept');
    }
    database.close();
  });
});

function damage(file: string, kilobyte: number): void {
  const handle = openSync(file, 'r+');
  // Always the same noise: a test that fails once must fail again.
  const noise = Buffer.from(Array.from({ length: 20 * 1024 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) & 255));
  writeSync(handle, noise, 0, noise.length, kilobyte * 1024);
  closeSync(handle);
}
