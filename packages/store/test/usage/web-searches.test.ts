import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { causesOf } from '../../src/causes/file-causes.js';
import { ledgerCauses } from '../../src/causes/ledger-causes.js';
import { ledgerReplies, ledgerUsage } from '../../src/ledger/ledger-usage.js';
import { indexedSessions, specialReplies } from '../../src/sessions/indexed-sessions.js';
import { Calendar } from '../../src/usage/calendar.js';
import { Prices } from '../../src/usage/prices.js';
import { reportOf } from '../../src/usage/reports.js';
import { scanUsage, sessionRef } from '../../src/usage/scan-usage.js';
import { sessionsIn } from '../support/generated.js';
import { newStore, update } from '../support/store.js';

const ID = '00000000-0000-4000-8000-000000000000';
const FORK = '11111111-0000-4000-8000-000000000000';
const line = (value: object) => `${JSON.stringify(value)}\n`;
const prices = new Prices();
const options = { prices, isWanted: () => true, calendar: new Calendar('UTC') };

function reply(id: string, calls: string[], searches = 0, more: object = {}): string {
  const usage = { input_tokens: 10, output_tokens: 5, server_tool_use: { web_search_requests: searches } };
  const content = calls.map((call) => ({ type: 'tool_use', id: call, name: 'WebSearch', input: { query: 'q' } }));
  const message = { id, role: 'assistant', model: 'claude-opus-5', content, usage };
  return line({ type: 'assistant', timestamp: '2026-05-01T10:00:00.000Z', message, ...more });
}

function result(call: string, searchCount: unknown, more: object = {}): string {
  const content = [{ type: 'tool_result', tool_use_id: call, content: 'found' }];
  const toolUseResult = { query: 'q', results: [], durationSeconds: 1, searchCount };
  const message = { role: 'user', content };
  return line({ type: 'user', timestamp: '2026-05-01T10:00:05.000Z', message, toolUseResult, ...more });
}

const agent = { isSidechain: true, agentId: 'a1' };
/** 2 + 1 searches of two calls, 4 that the reply reports itself, and some that do not count. */
const main = [
  reply('m1', ['t1', 't2']),
  result('t1', 2),
  result('t2', 1),
  reply('m2', ['t3'], 4),
  result('t3', 4),
  reply('m3', ['t4']),
  result('t4', 0),
  result('t4', 'many'),
  line({ type: 'user', message: { role: 'user', content: 'x' }, toolUseResult: { toolStats: { searchCount: 9 } } }),
].join('');
const ofAgent = reply('s1', ['t5'], 0, agent) + result('t5', 3, agent);
const TOTAL = 2 + 1 + 4 + 3;

function place(): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-searches-'));
  const project = join(folder, 'projects', '-p');
  mkdirSync(join(project, ID, 'subagents'), { recursive: true });
  writeFileSync(join(project, ID, 'subagents', 'agent-a1.jsonl'), ofAgent);
  // Its replies and results are copies: they count once.
  writeFileSync(join(project, `${FORK}.jsonl`), main);
  return { folder, file: join(project, `${ID}.jsonl`) };
}

it('searches of results count once, from files and from the index alike', async () => {
  const { folder, file } = place();
  const database = await newStore();
  const half = main.indexOf('\n', main.indexOf('"t1","content"')) + 1;
  writeFileSync(file, main.slice(0, half));
  update(database, folder);
  appendFileSync(file, main.slice(half));
  update(database, folder);
  const scanned = reportOf('models', scanUsage(sessionsIn(folder)).usages(prices), options).total;
  const ledger = reportOf('models', ledgerUsage(database), options).total;
  const byReply = reportOf('models', ledgerReplies(database), options).total;
  for (const sum of [scanned, ledger, byReply]) expect([sum.webSearches, sum.replies]).toEqual([TOTAL, 4]);
  expect(ledger.cost).toBe(scanned.cost);
  expect(ledger.models).toEqual(scanned.models);
  for (const report of [
    causesOf('tools', sessionsIn(folder), sessionRef, options),
    ledgerCauses('tools', database, options),
  ]) {
    expect(report.total.webSearches).toBe(TOTAL);
    expect(report.total.cost).toBe(scanned.cost);
    // Searches that a reply reports itself do not belong to a call.
    expect(report.rows.find(({ key }) => key === 'WebSearch')?.sum.webSearches).toBe(TOTAL - 4);
  }
  const [own] = indexedSessions(database, prices).filter(({ sessionId }) => sessionId === ID);
  expect(own?.sum.webSearches).toBe(TOTAL);
  const searches = specialReplies(database, own?.number ?? 0).map(({ key, webSearches }) => [key, webSearches]);
  expect(searches.sort()).toEqual([
    ['m1', 3],
    ['m2', 4],
    ['s1', 3],
  ]);
  database.close();
});
