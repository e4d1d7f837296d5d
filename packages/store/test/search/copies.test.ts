import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SearchFilters } from '../../src/search/filters.js';
import type { Hit } from '../../src/search/hit.js';
import { wordMatcher } from '../../src/search/matcher.js';
import { parseQuery } from '../../src/search/query.js';
import { searchFiles } from '../../src/search/search-files.js';
import { searchIndex } from '../../src/search/search-index.js';
import { sessionsIn } from '../support/generated.js';
import { newStore, update } from '../support/store.js';

const ORIGIN = '90000000-0000-4000-8000-000000000009';
const FORK = '10000000-0000-4000-8000-000000000001';
const CLONE = 'a0000000-0000-4000-8000-00000000000a';
const OTHER = 'b0000000-0000-4000-8000-00000000000b';

function prompt(content: string, minute: number | undefined, fields: object): object {
  const timestamp = minute === undefined ? {} : { timestamp: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString() };
  return { type: 'user', ...timestamp, isSidechain: false, message: { role: 'user', content }, ...fields };
}

const WORDS = ['a zebra', 'a second zebra', 'a zebra with a hat'];
const conversation = (sessionId: string, cwd: string, more: object = {}) =>
  WORDS.map((words, at) => prompt(words, at, { uuid: `${cwd}${at}`, parentUuid: null, sessionId, cwd, ...more }));

/** A session, a fork, a clone with its own id, the same file in another project, and a similar but unrelated one. */
function zoo(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-copies-'));
  const write = (project: string, id: string, lines: object[]) => {
    mkdirSync(join(folder, 'projects', project), { recursive: true });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(folder, 'projects', project, `${id}.jsonl`), text);
  };
  write('-zoo', ORIGIN, conversation(ORIGIN, '/zoo'));
  write('-zoo', FORK, conversation(FORK, '/zoo', { forkedFrom: { sessionId: ORIGIN, messageUuid: 'x' } }));
  write('-zoo', CLONE, conversation(CLONE, '/zoo'));
  write('-park', ORIGIN, conversation(ORIGIN, '/park'));
  const same = { sessionId: OTHER, cwd: '/other' };
  write('-other', OTHER, [
    prompt('a zebra', 30, same),
    prompt('a zebra', 30, same),
    prompt('a zebra', undefined, same),
  ]);
  return folder;
}

const folder = zoo();
const database = await newStore();
update(database, folder);

describe.each(['an index', 'files'])('copies found in %s', (from) => {
  const search = (filters: SearchFilters, limit = 50) =>
    from === 'files'
      ? searchFiles(sessionsIn(folder), wordMatcher(parseQuery('zebra')), { filters, limit, areCopiesOne: true })
      : searchIndex(database, parseQuery('zebra'), { filters, sort: 'time', limit, areCopiesOne: true });
  const summary = (hits: readonly Hit[]) =>
    hits.map(({ sessionId, byte, copies = [] }) => [sessionId, byte, copies.map((copy) => copy.sessionId).sort()]);
  const [first, second, third] = [0, 1, 2].map((at) =>
    conversation(ORIGIN, '/park')
      .slice(0, at)
      .reduce((sum, line) => sum + JSON.stringify(line).length + 1, 0),
  );

  it('are one hit in the original session', () => {
    const { hits, count } = search({ until: Date.UTC(2026, 0, 1, 12, 20) });
    expect(count).toBe(12);
    expect(hits.map(({ copies }) => copies?.length)).toEqual([3, 3, 3]);
    expect(hits.every((hit) => hit.sessionId === ORIGIN)).toBe(true);
    expect(summary(hits)[2]?.[2]).toEqual([FORK, ORIGIN, CLONE].sort());
    expect(hits[0]?.copies?.[0]).toMatchObject({ turn: 3, file: expect.stringContaining('.jsonl') });
  });

  it('are shown if filters exclude the original session', () => {
    expect(summary(search({ project: 'park' }).hits)).toEqual([
      [ORIGIN, third, []],
      [ORIGIN, second, []],
      [ORIGIN, first, []],
    ]);
    const { hits } = search({ sessionId: FORK });
    expect(hits.map(({ sessionId, copies }) => [sessionId, copies])).toEqual(WORDS.map(() => [FORK, undefined]));
  });

  it('do not count towards the limit', () => {
    const copied = (limit: number) =>
      search({ until: Date.UTC(2026, 0, 1, 12, 20) }, limit).hits.map(({ turn, copies }) => [turn, copies?.length]);
    expect(copied(4)).toEqual([
      [3, 3],
      [2, 3],
      [1, 3],
    ]);
    // Files are read until there are enough hits.
    expect(copied(2)).toEqual([
      [3, from === 'files' ? undefined : 3],
      [2, from === 'files' ? undefined : 3],
    ]);
  });

  it('are never in the same file, nor without a time', () => {
    const { hits } = search({ sessionId: OTHER });
    expect(hits.map(({ copies }) => copies)).toEqual([undefined, undefined, undefined]);
  });
});

it('are separate hits by default', () => {
  const { hits } = searchIndex(database, parseQuery('zebra'), { filters: {}, sort: 'time', limit: 50 });
  expect(hits).toHaveLength(15);
});
