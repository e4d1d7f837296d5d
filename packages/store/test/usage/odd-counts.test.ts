import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolderAt, sessionsAndRemains } from '@unspool/session/locate';
import { expect, it } from 'vitest';
import { Calendar, ledgerUsage, Prices, reportOf, scanUsage } from '../../src/index.js';
import { ledgerDays } from '../../src/ledger/ledger-days.js';
import { isImpossible } from '../../src/usage/impossible.js';
import { ledgerTokens, newStore, update } from '../support/store.js';

const ID = '00000000-0000-4000-8000-000000000001';

function folderWith(counts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-odd-'));
  const project = join(folder, 'projects', '-work-app');
  mkdirSync(project, { recursive: true });
  const lines = counts.map(
    (count, at) =>
      `{"type":"assistant","uuid":"u${at}","parentUuid":null,"sessionId":"${ID}","isSidechain":false,"timestamp":"2026-01-01T10:00:01.000Z","message":{"id":"m${at}","role":"assistant","model":"claude-opus-5","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":${count},"output_tokens":1}}}\n`,
  );
  writeFileSync(join(project, `${ID}.jsonl`), lines.join(''));
  return folder;
}

it('counts whole tokens only, and none for an invalid number', async () => {
  const database = await newStore();
  update(database, folderWith(['1.5', '1e16', '-3', '1e400', '10']));
  expect(ledgerTokens(database)).toMatchObject({ input: 11, output: 5 });
  database.close();
});

it('reports what an older ledger has', async () => {
  const database = await newStore();
  update(database, folderWith(['7']));
  database.exec('UPDATE slots SET input = 1.5');
  expect(ledgerTokens(database).output).toBe(1);
  database.close();
});

it('names the day of an impossible count and counts it unchanged, with and without an index', async () => {
  const database = await newStore();
  const folder = folderWith(['1e15', '7', '8']);
  update(database, folder);
  const options = { prices: new Prices(), calendar: new Calendar('UTC'), isWanted: () => true };
  const config = configFolderAt(folder);
  const scanned = scanUsage(config ? sessionsAndRemains(config) : []);
  const sources = [
    ledgerUsage(database),
    ledgerDays(database, options.calendar),
    scanned.days(options.prices, options.calendar),
    scanned.usages(options.prices),
  ];
  for (const usages of sources) {
    const { rows, total } = reportOf('daily', usages, options);
    expect(rows.map(({ key, sum }) => [key, sum.hasImpossible])).toEqual([['2026-01-01', true]]);
    expect(total).toMatchObject({ tokens: { input: 1e15 + 15 }, hasImpossible: true });
  }
  database.close();
});

it('accepts the largest possible replies', () => {
  const large = { input: 2, output: 128_000, cacheRead: 1_000_000, cacheWrite5m: 0, cacheWrite1h: 20_000 };
  expect(isImpossible({ ...large, replies: 1 })).toBe(false);
  expect(isImpossible({ ...large, cacheRead: 1e10, replies: 1 })).toBe(true);
});
