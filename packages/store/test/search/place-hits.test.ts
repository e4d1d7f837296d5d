import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, turnsOf } from '@unspool/session';
import { afterAll, describe, expect, it } from 'vitest';
import type { SearchFilters } from '../../src/search/filters.js';
import { wordMatcher } from '../../src/search/matcher.js';
import { parseQuery } from '../../src/search/query.js';
import { searchFiles } from '../../src/search/search-files.js';
import { searchIndex } from '../../src/search/search-index.js';
import type { Database } from '../../src/sqlite/database.js';
import { generated, sessionsIn } from '../support/generated.js';
import { newStore, update } from '../support/store.js';

const ID = '00000000-0000-4000-8000-000000000001';
const database = await newStore();
afterAll(() => database.close());

let made = 0;
function sessionOf(...entries: object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-place-'));
  mkdirSync(join(folder, 'projects', '-p'), { recursive: true });
  writeFileSync(join(folder, 'projects', '-p', `${ID}.jsonl`), entries.map(lineOf).join(''));
  return folder;
}

function lineOf(entry: object, at: number): string {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 12, at)).toISOString();
  const uuid = `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  return `${JSON.stringify({ uuid, parentUuid: null, timestamp, isSidechain: false, sessionId: ID, ...entry })}\n`;
}

const user = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });
const reply = (...content: object[]) => ({
  type: 'assistant',
  message: { id: `m${++made}`, role: 'assistant', model: 'claude-opus-5', content, usage: { output_tokens: 1 } },
});
const text = (words: string) => ({ type: 'text', text: words });
const command = (name: string) =>
  user(
    `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>\n<command-args></command-args>`,
  );
const output = (words: string) => user(`<local-command-stdout>${words}</local-command-stdout>`);

async function turnsBothWays(folder: string, words: string): Promise<{ index: number[]; files: number[] }> {
  const store = await newStore();
  update(store, folder);
  const query = parseQuery(words);
  const index = searchIndex(store, query, { filters: {}, sort: 'time', limit: 50 });
  const files = searchFiles(sessionsIn(folder), wordMatcher(query), { filters: {}, limit: 50 });
  store.close();
  const turns = (hits: { turn: number }[]) => hits.map((hit) => hit.turn);
  return { index: turns(index.hits), files: turns(files.hits) };
}

describe('the tool of a hit', () => {
  it('is found if call and output are only in progress lines', async () => {
    const progress = (message: object) => ({ type: 'progress', data: { type: 'agent_progress', message } });
    const call = { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/a' } };
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'zebra' };
    const folder = sessionOf(user('first'), progress(reply(call)), progress(user([result])));
    const store = await newStore();
    update(store, folder);
    const query = parseQuery('zebra');
    const { hits: index } = searchIndex(store, query, { filters: {}, sort: 'time', limit: 5 });
    const { hits: files } = searchFiles(sessionsIn(folder), wordMatcher(query), { filters: {}, limit: 5 });
    store.close();
    expect(index.map((hit) => hit.tool)).toEqual(['Read']);
    expect(files.map((hit) => hit.tool)).toEqual(['Read']);
  });
});

describe('the tool of an output that comes before its call', () => {
  const call = { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/srv/zoo/a.ts' } };
  const result = user([{ type: 'tool_result', tool_use_id: 't1', content: 'zebra' }]);
  const filters: SearchFilters[] = [{}, { tool: 'read' }, { touched: 'zoo/a' }];
  const none: SearchFilters[] = [{ tool: 'bash' }, { touched: 'zoo/b' }];
  const byIndex = (store: Database, filters: SearchFilters) =>
    searchIndex(store, parseQuery('zebra'), { filters, sort: 'time', limit: 5 }).hits.map((hit) => hit.tool);
  const byFiles = (folder: string, filters: SearchFilters) =>
    searchFiles(sessionsIn(folder), wordMatcher(parseQuery('zebra')), { filters, limit: 5 }).hits.map(
      (hit) => hit.tool,
    );

  it('is shown, and can be filtered by', async () => {
    const folder = sessionOf(user('first'), result, result, reply(text('wait')), reply(call), reply(text('end')));
    const store = await newStore();
    update(store, folder);
    for (const each of filters) {
      expect(byIndex(store, each)).toEqual(['Read', 'Read']);
      expect(byFiles(folder, each)).toEqual(['Read', 'Read']);
    }
    for (const each of none) expect([...byIndex(store, each), ...byFiles(folder, each)]).toEqual([]);
    store.close();
  });

  it('is found if the call comes after the output was indexed', async () => {
    const folder = sessionOf(user('first'), result);
    const store = await newStore();
    update(store, folder);
    expect(byIndex(store, {})).toEqual([undefined]);
    appendFileSync(join(folder, 'projects', '-p', `${ID}.jsonl`), lineOf(reply(text('wait')), 3));
    update(store, folder);
    appendFileSync(join(folder, 'projects', '-p', `${ID}.jsonl`), lineOf(reply(call), 4));
    update(store, folder);
    for (const each of filters) expect(byIndex(store, each)).toEqual(['Read']);
    store.close();
  });

  it('stays unknown if there is no call', async () => {
    const folder = sessionOf(user('first'), result, reply(text('end')));
    expect(byFiles(folder, {})).toEqual([undefined]);
    expect(byFiles(folder, { tool: 'read' })).toEqual([]);
  });
});

describe('the place of a hit', () => {
  it.each([
    ['that printed something', [output('Compacted')], 1],
    [
      'that printed something, and the conversation goes on',
      [output('Compacted'), user('more'), reply(text('yes'))],
      1,
    ],
    ['that the model answered', [reply(text('done'))], 2],
    ['that nothing came behind', [], 2],
  ])('is the turn of a command %s', async (_, behind, turn) => {
    const folder = sessionOf(user('first'), reply(text('hello')), command('compact'), ...behind);
    const { index, files } = await turnsBothWays(folder, 'compact');
    expect(files).toEqual(index);
    expect(files).toEqual([turn]);
  });

  it('has the turn that the full reader finds, in every file', async () => {
    const { folder } = generated({ mb: 1, files: 6, seed: 43, dirty: true });
    const query = parseQuery('the OR a OR to');
    const files = searchFiles(sessionsIn(folder), wordMatcher(query), { filters: { kinds: ['prompt'] }, limit: 5000 });
    let compared = 0;
    for (const { file } of sessionsIn(folder)) {
      const starts = new Map(turnsOf(openSession(file)).turns.map((turn) => [turn.start.place.byte, turn.number]));
      for (const hit of files.hits) {
        const number = hit.file === file ? starts.get(hit.byte) : undefined;
        if (number === undefined) continue;
        expect(hit.turn).toBe(number);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('has the tool of an output whose call is lines before', () => {
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'giraffe' };
    const folder = sessionOf(user('go'), reply(call), reply(text('wait')), user([result]));
    for (const filters of [{}, { tool: 'bash' }]) {
      const { hits } = searchFiles(sessionsIn(folder), wordMatcher(parseQuery('giraffe')), { filters, limit: 5 });
      expect(hits).toMatchObject([{ tool: 'Bash', kind: 'tool_output', turn: 1 }]);
    }
    const other = { filters: { tool: 'Read' }, limit: 5 };
    expect(searchFiles(sessionsIn(folder), wordMatcher(parseQuery('giraffe')), other).hits).toEqual([]);
  });

  it('has no tool if there is no call', () => {
    const folder = sessionOf(user('go'), user([{ type: 'tool_result', tool_use_id: 'none', content: 'giraffe' }]));
    const { hits } = searchFiles(sessionsIn(folder), wordMatcher(parseQuery('giraffe')), { filters: {}, limit: 5 });
    expect(hits).toMatchObject([{ tool: undefined }]);
  });
});

describe('the number of hits', () => {
  const many = Array.from({ length: 1200 }, (_, at) => user(`okapi ${at}`));
  const folder = sessionOf(...many);
  const file = join(folder, 'projects', '-p', `${ID}.jsonl`);

  it('is exact if all are requested', async () => {
    update(database, folder);
    const all = searchIndex(database, parseQuery('okapi'), { filters: {}, sort: 'rank', limit: 5000 });
    expect(all).toMatchObject({ count: 1200, isMore: false, sorted: 'time' });
    expect(all.hits).toHaveLength(1200);
    const exactly = searchIndex(database, parseQuery('okapi'), { filters: {}, sort: 'time', limit: 1200 });
    expect(exactly).toMatchObject({ count: 1200, isMore: false });
    const fewer = searchIndex(database, parseQuery('okapi'), { filters: {}, sort: 'time', limit: 1199 });
    expect(fewer).toMatchObject({ count: 1199, isMore: true });
  });

  it('is a thousand and more if a few are requested', () => {
    const some = searchIndex(database, parseQuery('okapi'), { filters: {}, sort: 'rank', limit: 20 });
    expect(some).toMatchObject({ count: 1000, isMore: true });
    expect(some.hits).toHaveLength(20);
  });

  it('is the same through a filter', () => {
    appendFileSync(file, lineOf(user('another okapi'), 1));
    update(database, folder);
    const options = { filters: { kinds: ['prompt' as const] }, sort: 'time' as const, limit: 2000 };
    expect(searchIndex(database, parseQuery('okapi'), options)).toMatchObject({ count: 1201, isMore: false });
  });
});
