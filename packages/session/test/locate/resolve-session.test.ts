import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Resolvable, type ResolveFacts, resolveSession } from '../../src/locate/resolve-session.js';

type Made = Resolvable & { title: string | undefined; ended?: number };
const look: ResolveFacts<Made> = {
  titleOf: ({ title }) => title,
  endedAt: ({ ended, mtimeMs }) => ended ?? mtimeMs,
};
const session = (sessionId: string, mtimeMs: number, title?: string, size = 1): Made => ({
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
const resolve = (query: string) => resolveSession(query, all, look);
const never = {
  titleOf: () => {
    throw new Error('titles were asked for');
  },
  endedAt: look.endedAt,
};

test('finds an id, its start, a path and last without titles', () => {
  const found = { kind: 'found', session: fix };
  expect(resolveSession(fix.sessionId, all, never)).toEqual(found);
  expect(resolveSession(fix.sessionId.toUpperCase(), all, never)).toEqual(found);
  expect(resolveSession('ab12', all, never)).toEqual(found);
  expect(resolveSession(fix.file, all, never)).toEqual(found);
  expect(resolveSession(`${fix.sessionId}.jsonl`, all, never)).toEqual(found);
  expect(resolveSession('last', all, never)).toEqual({ kind: 'found', session: docs });
});

test('finds a title in any case', () => {
  expect(resolve('fix the LOGIN ')).toEqual({ kind: 'found', session: fix });
});

test('finds a title that is also the start of several ids', () => {
  const named = { ...docs, title: 'ab' };
  expect(resolveSession('ab', [fix, named], look)).toEqual({ kind: 'found', session: named });
});

test('returns the candidates of an ambiguous name', () => {
  expect(resolve('ab')).toEqual({ kind: 'ambiguous', candidates: [fix, docs] });
  expect(resolve('twin')).toEqual({ kind: 'ambiguous', candidates: [twinA, twinB] });
  const copy = { ...fix, file: `/other/${fix.sessionId}.jsonl` };
  expect(resolveSession(fix.sessionId, [fix, copy], never)).toEqual({ kind: 'ambiguous', candidates: [fix, copy] });
  expect(resolveSession(copy.file, [fix, copy], never)).toEqual({ kind: 'found', session: copy });
});

test('offers similar titles if nothing matches', () => {
  expect(resolve('login')).toEqual({ kind: 'not_found', candidates: [fix] });
  expect(resolve('zzz')).toEqual({ kind: 'not_found', candidates: [] });
  expect(resolve(' ')).toEqual({ kind: 'not_found', candidates: [] });
  expect(resolveSession('last', [empty], never)).toEqual({ kind: 'not_found', candidates: [] });
});

test('leaves a path outside the list to the caller', () => {
  expect(resolve('./export.jsonl')).toEqual({ kind: 'elsewhere', file: './export.jsonl' });
  expect(resolve('export.jsonl')).toEqual({ kind: 'elsewhere', file: 'export.jsonl' });
  expect(resolve('C:\\x\\export')).toEqual({ kind: 'elsewhere', file: 'C:\\x\\export' });
});

test('matches a Windows path in any spelling', () => {
  const windows = { ...fix, file: `C:\\Users\\u\\.claude\\projects\\p\\${fix.sessionId}.jsonl` };
  const query = `c:/users/u/.claude/projects/p/${fix.sessionId}.jsonl`;
  expect(resolveSession(query, [windows], never)).toEqual({ kind: 'found', session: windows });
});

describe('last', () => {
  const HOUR = 3_600_000;
  const at = (id: string, mtimeHours: number, endedHours?: number): Made => ({
    ...session(id, mtimeHours * HOUR),
    ...(endedHours === undefined ? {} : { ended: endedHours * HOUR }),
  });
  const lastOf = (sessions: Made[]) => {
    const asked: string[] = [];
    const endedAt = (each: Made) => {
      asked.push(each.sessionId);
      return look.endedAt(each);
    };
    const found = resolveSession('last', sessions, { titleOf: never.titleOf, endedAt });
    return { id: found.kind === 'found' ? found.session.sessionId : undefined, asked };
  };

  test('is the session continued last, not the file written last', () => {
    expect(lastOf([at('a', 9, 2), at('b', 5, 5), at('c', 4, 4)])).toEqual({ id: 'b', asked: ['a', 'b'] });
  });

  test('uses the file time of a session without times', () => {
    expect(lastOf([at('a', 9, Number.NaN), at('b', 8, 8)]).id).toBe('a');
  });

  test('is the later one of copies that ended at the same time', () => {
    expect(lastOf([at('a', 9, 5), at('b', 7, 5)]).id).toBe('a');
    expect(lastOf([at('a', 7, 5), at('b', 7, 5)]).id).toBe('b');
  });

  test('is the last of a list, whatever the times of the files', () => {
    const times = fc.record({ mtime: fc.integer({ min: 0, max: 9 }), ended: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(times, { minLength: 1 }), (made) => {
        // Only the newest file shows that file times cannot be trusted: in a list of trusted ones they must be correct.
        const isHonest = made.every(({ mtime, ended }) => ended <= mtime);
        const newestMtime = Math.max(...made.map(({ mtime }) => mtime));
        fc.pre(isHonest || made.every(({ mtime }) => mtime === newestMtime));
        const sessions = made.map(({ mtime, ended }, index) => at(String(index), mtime, ended));
        const listed = [...sessions].sort((a, b) => look.endedAt(a) - look.endedAt(b) || a.mtimeMs - b.mtimeMs);
        expect(lastOf(sessions).id).toBe(listed.at(-1)?.sessionId);
      }),
    );
  });
});
