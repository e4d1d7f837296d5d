import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, titleOf } from '@unspool/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forgetIndex } from '../../src/indexing/forget-index.js';
import { applyTiers } from '../../src/ledger/ledger.js';
import { openStore } from '../../src/schema/open-store.js';
import { indexedSessions } from '../../src/sessions/indexed-sessions.js';
import { Calendar } from '../../src/usage/calendar.js';
import { Prices, parsePrices } from '../../src/usage/prices.js';
import { reportOf } from '../../src/usage/reports.js';
import { scanUsage } from '../../src/usage/scan-usage.js';
import { generated, sessionsIn } from '../support/generated.js';
import { count, ledgerReport, ledgerTokens, newStore, newStoreFile, prices, update } from '../support/store.js';

const ID = '00000000-0000-4000-8000-00000000000';

/** A config folder with one small session. */
function smallStore() {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-small-'));
  const project = join(folder, 'projects', '-work-app');
  mkdirSync(project, { recursive: true });
  return { folder, file: join(project, `${ID}1.jsonl`), other: join(project, `${ID}2.jsonl`) };
}

const prompt = (text: string, uuid = text) =>
  `${JSON.stringify({ type: 'user', uuid, parentUuid: null, sessionId: ID, isSidechain: false, cwd: '/srv/app', timestamp: '2026-01-01T10:00:00.000Z', message: { role: 'user', content: text } })}\n`;
const reply = (id: string, output: number, text = id) =>
  `${JSON.stringify({ type: 'assistant', uuid: `u-${id}`, parentUuid: null, sessionId: ID, isSidechain: false, timestamp: '2026-01-01T10:00:01.000Z', message: { id, role: 'assistant', model: 'claude-opus-5', content: [{ type: 'text', text }], usage: { input_tokens: 1, output_tokens: output } } })}\n`;

describe.each([
  ['clean', { mb: 4, files: 30, seed: 21 }],
  ['dirty', { mb: 4, files: 30, seed: 22, dirty: true }],
])('the index of a %s store', (_, corpus) => {
  it('has the expected content, like the scan without an index', async () => {
    const { folder, truth } = generated(corpus);
    const database = await newStore();
    update(database, folder);
    expect(ledgerTokens(database)).toEqual(truth.tokens);
    expect(count(database, '(SELECT sum(turns) FROM sessions)')).toBe(
      truth.sessions.reduce((sum, { turns }) => sum + turns, 0),
    );
    const options = { prices, calendar: new Calendar('UTC'), isWanted: () => true };
    for (const kind of ['daily', 'sessions'] as const) {
      const scanned = reportOf(kind, scanUsage(sessionsIn(folder)).usages(prices), options);
      const indexed = ledgerReport(database, kind);
      const plain = (report: typeof indexed) =>
        report.rows
          .map((row) => ({ key: row.key, tokens: row.sum.tokens, cost: row.sum.cost }))
          .sort((a, b) => (a.key < b.key ? -1 : 1));
      expect(plain(indexed)).toEqual(plain(scanned));
    }
    expect(update(database, folder)).toMatchObject({ changed: 0, bytesRead: 0 });
    database.close();
  });
});

describe('a file that changes', () => {
  it('is read from where it ended before', async () => {
    const { folder, file } = smallStore();
    const database = await newStore();
    writeFileSync(file, prompt('one') + reply('m1', 5));
    update(database, folder);
    const more = prompt('two') + reply('m2', 7);
    appendFileSync(file, more);
    expect(update(database, folder).bytesRead).toBe(more.length);
    expect(ledgerTokens(database).output).toBe(12);
    expect(count(database, '(SELECT turns FROM sessions)')).toBe(2);
    expect(
      database
        .prepare('SELECT turn FROM docs ORDER BY id')
        .all()
        .map((row) => row['turn']),
    ).toEqual([1, 1, 2, 2]);
    database.close();
  });

  it('does not cause others to be read again', async () => {
    const { folder } = generated({ mb: 1, files: 12, seed: 51 });
    const database = await newStore();
    update(database, folder);
    const [{ file } = { file: '' }] = sessionsIn(folder);
    appendFileSync(file, reply('m-new', 3));
    expect(update(database, folder)).toMatchObject({ changed: 1, bytesRead: reply('m-new', 3).length });
    database.close();
  });

  it('counts an incomplete last line at once, and only once', async () => {
    const { folder, file } = smallStore();
    const database = await newStore();
    const text = prompt('one') + reply('m1', 5);
    writeFileSync(file, text.slice(0, -1));
    update(database, folder);
    expect(ledgerTokens(database).output).toBe(5);
    appendFileSync(file, `\n${reply('m1', 9)}${reply('m2', 1)}`);
    update(database, folder);
    expect(ledgerTokens(database).output).toBe(10);
    expect(count(database, '(SELECT count(*) FROM docs)')).toBe(4);
    database.close();
  });

  it.each<[string, (file: string) => void]>([
    ['rewritten', (file) => writeFileSync(file, prompt('new') + reply('m9', 2))],
    ['truncated', (file) => truncateSync(file, prompt('one').length)],
    [
      'replaced',
      (file) => {
        writeFileSync(`${file}.tmp`, prompt('one') + reply('m1', 5) + reply('m3', 1));
        renameSync(`${file}.tmp`, file);
      },
    ],
    [
      'of the same size, later',
      (file) => {
        writeFileSync(file, (prompt('one') + reply('m1', 5)).replace('"one"', '"eno"'));
        utimesSync(file, new Date(), new Date(Date.now() + 5000));
      },
    ],
  ])('%s is noticed, and the ledger keeps what is gone', async (_, change) => {
    const { folder, file } = smallStore();
    const database = await newStore();
    writeFileSync(file, prompt('one') + reply('m1', 5));
    update(database, folder);
    change(file);
    expect(update(database, folder).changed).toBe(1);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    expect(count(database, '(SELECT count(*) FROM docs)')).toBe(lines);
    expect(count(database, "(SELECT count(*) FROM texts WHERE texts MATCH 'm1')")).toBe(
      readFileSync(file, 'utf8').includes('"m1"') ? 1 : 0,
    );
    const { total } = ledgerReport(database);
    expect(total.tokens.output).toBeGreaterThanOrEqual(5);
    expect(total.goneTokens > 0).toBe(!readFileSync(file, 'utf8').includes('"m1"'));
    database.close();
  });

  it('stays in the ledger when it is deleted, marked as such, and can come back', async () => {
    const { folder, file } = smallStore();
    const database = await newStore();
    const text = prompt('one') + reply('m1', 5);
    writeFileSync(file, text);
    update(database, folder);
    rmSync(file);
    expect(update(database, folder).gone).toBe(1);
    expect(ledgerReport(database).total).toMatchObject({ goneTokens: 6, replies: 1 });
    expect(count(database, '(SELECT count(*) FROM docs)')).toBe(0);
    expect(count(database, '(SELECT is_gone FROM sessions)')).toBe(1);
    writeFileSync(file, text);
    update(database, folder);
    expect(ledgerReport(database).total).toMatchObject({ goneTokens: 0, replies: 1 });
    expect(count(database, '(SELECT is_gone FROM sessions)')).toBe(0);
    database.close();
  });

  it('counts a copied reply once, whichever copy comes first', async () => {
    const { folder, file, other } = smallStore();
    const database = await newStore();
    writeFileSync(other, prompt('one') + reply('m1', 5));
    update(database, folder);
    writeFileSync(file, prompt('one') + reply('m1', 5) + reply('m2', 1));
    update(database, folder);
    expect(ledgerReport(database).rows.map((row) => [row.key, row.sum.tokens.output])).toEqual([[`${ID}1`, 6]]);
    database.close();
  });

  it('results in the same store however it grew', async () => {
    const { folder: whole, file: wholeFile } = smallStore();
    const text = Array.from({ length: 12 }, (_, at) => prompt(`p${at}`) + reply(`m${at}`, at, `words ${at}`)).join('');
    writeFileSync(wholeFile, text);
    const expected = await newStore();
    update(expected, whole);
    const docs = 'SELECT byte, part, kind, turn, time FROM docs ORDER BY byte, part';
    const wanted = expected.prepare(docs).all();
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(text.length), { maxLength: 4 }), async (cuts) => {
        const { folder, file } = smallStore();
        const database = await newStore();
        let from = 0;
        for (const cut of [...cuts.sort((a, b) => a - b), text.length]) {
          appendFileSync(file, text.slice(from, cut));
          update(database, folder);
          from = cut;
        }
        expect(database.prepare(docs).all()).toEqual(wanted);
        expect(ledgerTokens(database)).toEqual(ledgerTokens(expected));
        database.close();
      }),
      { numRuns: 25 },
    );
    expected.close();
  });
});

describe('a title in the index', () => {
  const summary = (text: string, leafUuid: string) =>
    `${JSON.stringify({ type: 'summary', summary: text, leafUuid })}\n`;
  const command = (name: string) => prompt(`<command-name>${name}</command-name><command-args></command-args>`, name);

  it.each([
    ['not a command of the client', command('/clear') + prompt('fix it') + reply('m1', 5), 'fix it'],
    ['not of another session', summary('Another', 'elsewhere') + prompt('fix it') + reply('m1', 5), 'fix it'],
    ['of a summary of its own', prompt('fix it') + reply('m1', 5) + summary('Fixed', 'u-m1'), 'Fixed'],
  ])('is %s, and the same as in a list without an index', async (_, lines, expected) => {
    const { folder, file } = smallStore();
    const database = await newStore();
    writeFileSync(file, lines);
    update(database, folder);
    expect(indexedSessions(database, prices).map(({ title }) => title)).toEqual([expected]);
    expect(titleOf(openSession(file)).text).toBe(expected);
    database.close();
  });
});

describe('the store', () => {
  it('is rebuilt without losing the ledger', async () => {
    const { folder, file, other } = smallStore();
    const database = await newStore();
    writeFileSync(file, prompt('one') + reply('m1', 5));
    writeFileSync(other, prompt('two') + reply('m2', 5));
    update(database, folder);
    rmSync(other);
    forgetIndex(database);
    update(database, folder);
    expect(ledgerReport(database).total).toMatchObject({ goneTokens: 6, replies: 2 });
    expect(count(database, '(SELECT count(*) FROM docs)')).toBe(2);
    database.close();
  });

  it('is moved aside if it is broken, and rebuilt', async () => {
    const file = newStoreFile();
    writeFileSync(file, 'broken'.repeat(2000));
    const { database, movedAside } = await openStore(file);
    expect(readFileSync(movedAside ?? '', 'utf8')).toContain('broken');
    expect(count(database, '(SELECT count(*) FROM files)')).toBe(0);
    database.close();
  });

  it('is not changed if a newer version wrote it', async () => {
    const file = newStoreFile();
    const { database } = await openStore(file);
    database.exec('PRAGMA user_version = 999');
    database.close();
    await expect(openStore(file)).rejects.toThrow('newer');
  });

  it('recomputes sums when the user changes a tier', async () => {
    const { folder, file } = smallStore();
    const database = await newStore();
    writeFileSync(file, reply('m1', 5));
    update(database, folder);
    expect(count(database, '(SELECT max(flags) FROM slots)')).toBe(0);
    const own = new Prices(
      parsePrices(
        '{"claude-opus-5": {"input": 1, "output": 1, "over": {"tokens": 0.5, "input": 2, "output": 2}}}'.replace(
          '0.5',
          '1',
        ),
      ),
    );
    applyTiers(database, own);
    expect(count(database, '(SELECT count(*) FROM tiers)')).toBe(1);
    database.close();
  });
});
