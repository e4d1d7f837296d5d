import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, turnsOf } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { repositoryOf } from '../../src/indexing/repository.js';
import type { SearchFilters } from '../../src/search/filters.js';
import { exactMatcher, wordMatcher } from '../../src/search/matcher.js';
import { parseQuery } from '../../src/search/query.js';
import { searchFiles } from '../../src/search/search-files.js';
import { searchIndex } from '../../src/search/search-index.js';
import { generated, sessionsIn } from '../support/generated.js';
import { newStore, update } from '../support/store.js';

const ONE = '00000000-0000-4000-8000-000000000001';
const TWO = '00000000-0000-4000-8000-000000000002';

function line(fields: object, at: number, cwd: string): string {
  const time = new Date(Date.UTC(2026, 0, 1, 12, at)).toISOString();
  return `${JSON.stringify({ uuid: `${cwd}${at}`, parentUuid: null, timestamp: time, isSidechain: false, sessionId: 's', cwd, gitBranch: at > 4 ? 'next' : 'main', ...fields })}\n`;
}

function conversation(cwd: string): string {
  const user = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });
  const reply = (id: string, content: unknown[]) => ({
    type: 'assistant',
    message: { id: `${cwd}${id}`, role: 'assistant', model: 'claude-opus-5', content, usage: { output_tokens: 1 } },
  });
  return [
    user('please find the zebra'),
    reply('m1', [{ type: 'thinking', thinking: 'where would a zebra be' }]),
    reply('m1', [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/srv/zoo/zebra.ts' } }]),
    user([{ type: 'tool_result', tool_use_id: 't1', content: 'zebra not found: ENOENT', is_error: true }]),
    reply('m2', [{ type: 'text', text: 'There is no zebra. \u001b[31mRED' }]),
    user('全文搜索 and then some zebra'),
    reply('m3', [{ type: 'text', text: 'if (a->b && c) { return "x\\n"; }' }]),
  ]
    .map((fields, at) => line(fields, at, cwd))
    .join('');
}

function zoo(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-zoo-'));
  const project = join(folder, 'projects', '-srv-zoo');
  mkdirSync(join(project, ONE, 'subagents'), { recursive: true });
  writeFileSync(join(project, `${ONE}.jsonl`), conversation('/srv/zoo'));
  writeFileSync(join(project, `${TWO}.jsonl`), conversation('/srv/zoo/.claude/worktrees/fix'));
  const agent = line(
    { type: 'user', isSidechain: true, message: { role: 'user', content: 'agent looks for a zebra' } },
    9,
    '/srv/zoo',
  );
  writeFileSync(join(project, ONE, 'subagents', 'agent-a1.jsonl'), agent);
  return folder;
}

const folder = zoo();
const database = await newStore();
update(database, folder);
database.prepare('INSERT INTO tags VALUES (?, ?)').run(TWO, 'later');
const byIndex = (text: string, filters: SearchFilters = {}) =>
  searchIndex(database, parseQuery(text), { filters, sort: 'time', limit: 50 });
const byFiles = (text: string, filters: SearchFilters = {}) =>
  searchFiles(sessionsIn(folder), wordMatcher(parseQuery(text)), { filters, limit: 50 });
const places = (result: { hits: { sessionId: string; byte: number; turn: number; kind: string }[] }) =>
  result.hits.map((hit) => `${hit.sessionId} ${hit.byte} ${hit.turn} ${hit.kind}`).sort();

describe('search', () => {
  it.each<[string, string, SearchFilters, number]>([
    ['everything', 'zebra', {}, 13],
    ['a phrase', '"no zebra"', {}, 2],
    ['CJK', '搜索', {}, 2],
    ['a file name', 'zebra.ts', {}, 2],
    ['prompts', 'zebra', { kinds: ['prompt'] }, 5],
    ['a tool’s input and output', 'zebra', { tool: 'read' }, 4],
    ['a tool’s output where the word is only there', 'ENOENT', { tool: 'read' }, 2],
    ['errors', 'zebra', { isError: true }, 2],
    ['a touched file', 'zebra', { touched: 'zoo/zebra' }, 4],
    ['a model', 'zebra', { model: 'OPUS' }, 6],
    ['a branch', 'zebra', { branch: 'next' }, 3],
    ['a session', 'zebra', { sessionId: TWO.slice(0, 36) }, 6],
    ['a project with its worktrees', 'zebra', { project: 'zoo' }, 13],
    ['a folder', 'zebra', { project: '/srv/zoo/.claude/worktrees/fix' }, 6],
    ['another project', 'zebra', { project: 'park' }, 0],
    ['without sub-agents', 'zebra', { agents: 'without' }, 12],
    ['only sub-agents', 'zebra', { agents: 'only' }, 1],
    ['since', 'zebra', { since: Date.UTC(2026, 0, 1, 12, 5) }, 3],
    ['until', 'zebra', { until: Date.UTC(2026, 0, 1, 12, 0) }, 2],
  ])('%s', (_, text, filters, count) => {
    expect(byIndex(text, filters).count).toBe(count);
    expect(places(byFiles(text, filters))).toEqual(places(byIndex(text, filters)));
  });

  it('knows tags', () => expect(byIndex('zebra', { tag: 'later' }).count).toBe(6));

  it('shows what it found', () => {
    const [hit] = byIndex('"ENOENT"', { sessionId: ONE }).hits;
    expect(hit).toMatchObject({ kind: 'tool_output', tool: 'Read', isError: true, turn: 1, cwd: '/srv/zoo' });
    expect(hit?.snippet.ranges.map(({ start, end }) => hit.snippet.text.slice(start, end))).toEqual(['ENOENT']);
  });

  it('matches punctuation literally', () => {
    const exact = (text: string) =>
      searchFiles(sessionsIn(folder), exactMatcher(text), { filters: {}, limit: 50 }).count;
    expect(exact('a->b && c')).toBe(2);
    expect(exact('"x\\n"')).toBe(2);
    expect(exact('全文搜')).toBe(2);
    expect(exact('a->B')).toBe(0);
  });

  it('ranks, and says when it does not', () => {
    const ranked = searchIndex(database, parseQuery('zebra'), { filters: {}, sort: 'rank', limit: 3 });
    expect(ranked).toMatchObject({ sorted: 'rank', count: 13, isMore: false });
    expect(ranked.hits).toHaveLength(3);
  });
});

it('names the turns of the full reader', async () => {
  const { folder: corpus } = generated({ mb: 2, files: 12, seed: 41, dirty: true });
  const store = await newStore();
  update(store, corpus);
  let compared = 0;
  for (const { file } of sessionsIn(corpus)) {
    const starts = new Map(turnsOf(openSession(file)).turns.map((turn) => [turn.start.place.byte, turn.number]));
    const rows = store
      .prepare('SELECT byte, turn FROM docs JOIN files ON files.id = file WHERE path = ? AND kind = 0')
      .all(file);
    for (const row of rows) {
      const number = starts.get(Number(row['byte']));
      if (number === undefined) continue;
      expect(row['turn'], `${file} ${row['byte']}`).toBe(number);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(20);
  store.close();
});

it.each([
  ['/srv/zoo/.claude/worktrees/fix', '/srv/zoo'],
  ['/srv/zoo/.worktrees/a/src', '/srv/zoo'],
  ['/nowhere/at/all', '/nowhere/at/all'],
  ['\\\\host\\share\\x', '\\\\host\\share\\x'],
])('%s belongs to %s', (cwd, repo) => expect(repositoryOf(cwd)).toBe(repo));

it('asks git for the repository of a worktree', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'unspool-tree-'));
  writeFileSync(join(cwd, '.git'), 'gitdir: /home/dev/main/.git/worktrees/tree\n');
  expect(repositoryOf(cwd)).toBe('/home/dev/main');
});
