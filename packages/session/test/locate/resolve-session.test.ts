import { expect, test } from 'vitest';
import { resolveSession } from '../../src/locate/resolve-session.js';

const session = (sessionId: string, mtimeMs: number, title?: string, size = 1) => ({
  sessionId,
  mtimeMs,
  size,
  title,
  file: `/home/u/.claude/projects/-p/${sessionId}.jsonl`,
});

const fix = session('ab120000-0000-4000-8000-000000000000', 1, 'Fix the login');
const docs = session('ab340000-0000-4000-8000-000000000000', 3, 'Docs');
const twinA = session('cd000000-0000-4000-8000-000000000000', 2, 'Twin');
const twinB = session('ce000000-0000-4000-8000-000000000000', 2, 'twin');
const empty = session('ff000000-0000-4000-8000-000000000000', 9, undefined, 0);
const all = [fix, docs, twinA, twinB, empty];
const resolve = (query: string) => resolveSession(query, all, (each) => each.title);
const never = () => {
  throw new Error('titles were asked for');
};

test('an id, its start, a path and last need no titles', () => {
  const found = { kind: 'found', session: fix };
  expect(resolveSession(fix.sessionId, all, never)).toEqual(found);
  expect(resolveSession(fix.sessionId.toUpperCase(), all, never)).toEqual(found);
  expect(resolveSession('ab12', all, never)).toEqual(found);
  expect(resolveSession(fix.file, all, never)).toEqual(found);
  expect(resolveSession(`${fix.sessionId}.jsonl`, all, never)).toEqual(found);
  expect(resolveSession('last', all, never)).toEqual({ kind: 'found', session: docs });
});

test('a title, whatever its case', () => {
  expect(resolve('fix the LOGIN ')).toEqual({ kind: 'found', session: fix });
});

test('a title that is also the start of several ids', () => {
  const named = { ...docs, title: 'ab' };
  expect(resolveSession('ab', [fix, named], (each) => each.title)).toEqual({ kind: 'found', session: named });
});

test('ambiguous ones come with their candidates', () => {
  expect(resolve('ab')).toEqual({ kind: 'ambiguous', candidates: [fix, docs] });
  expect(resolve('twin')).toEqual({ kind: 'ambiguous', candidates: [twinA, twinB] });
  const copy = { ...fix, file: `/other/${fix.sessionId}.jsonl` };
  expect(resolveSession(fix.sessionId, [fix, copy], never)).toEqual({ kind: 'ambiguous', candidates: [fix, copy] });
  expect(resolveSession(copy.file, [fix, copy], never)).toEqual({ kind: 'found', session: copy });
});

test('nothing fits: titles that come near are offered', () => {
  expect(resolve('login')).toEqual({ kind: 'not_found', candidates: [fix] });
  expect(resolve('zzz')).toEqual({ kind: 'not_found', candidates: [] });
  expect(resolve(' ')).toEqual({ kind: 'not_found', candidates: [] });
  expect(resolveSession('last', [empty], never)).toEqual({ kind: 'not_found', candidates: [] });
});

test('a path outside the list is for the caller to open', () => {
  expect(resolve('./export.jsonl')).toEqual({ kind: 'elsewhere', file: './export.jsonl' });
  expect(resolve('export.jsonl')).toEqual({ kind: 'elsewhere', file: 'export.jsonl' });
  expect(resolve('C:\\x\\export')).toEqual({ kind: 'elsewhere', file: 'C:\\x\\export' });
});

test('a Windows path matches in any spelling', () => {
  const windows = { ...fix, file: `C:\\Users\\u\\.claude\\projects\\p\\${fix.sessionId}.jsonl` };
  const query = `c:/users/u/.claude/projects/p/${fix.sessionId}.jsonl`;
  expect(resolveSession(query, [windows], never)).toEqual({ kind: 'found', session: windows });
});
