import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { regexMatcher } from '../../src/search/matcher.js';
import { searchIn } from '../../src/search/search-files.js';
import { SlowPatternError, withinTime } from '../../src/search/time-limit.js';

describe('a time limit', () => {
  it('returns what is done in time', () => expect(withinTime(() => [1, 2], 60_000)).toEqual([1, 2]));

  it('passes errors on', () => {
    expect(() =>
      withinTime(() => {
        throw new RangeError('mine');
      }, 60_000),
    ).toThrow(RangeError);
  });

  it('stops what would never end', () => {
    expect(() => withinTime(() => /^(a+)+$/.test(`${'a'.repeat(40)}!`), 50)).toThrow(SlowPatternError);
    expect(withinTime(() => 'and then all is well', 60_000)).toBe('and then all is well');
  });

  it('holds for patterns in files', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'unspool-slow-')), 'a.jsonl');
    const message = { role: 'user', content: `${'a'.repeat(40)}!` };
    writeFileSync(file, `${JSON.stringify({ type: 'user', uuid: 'u', parentUuid: null, message })}\n`);
    const files = [{ file, sessionId: 'a', agentId: undefined, mtimeMs: 0, size: 1 }];
    const search = (pattern: string, patternMs: number) =>
      searchIn(files, regexMatcher(pattern), { filters: {}, limit: 5, patternMs });
    expect(search('^(a+)+$', 50)).toMatchObject({ hits: [], isMore: true, gaveUp: 'not finished after 0.05 s' });
    expect(search('a{40}!', 60_000)).toMatchObject({ count: 1, gaveUp: undefined });
  });

  it('keeps what was found before it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-slow-'));
    const files = ['aaa', `${'a'.repeat(40)}!`, 'aa'].map((content, at) => {
      const file = join(folder, `${at}.jsonl`);
      const entry = { type: 'user', uuid: `u${at}`, parentUuid: null, message: { role: 'user', content } };
      writeFileSync(file, `${JSON.stringify(entry)}\n`);
      return { file, sessionId: String(at), agentId: undefined, mtimeMs: 0, size: 1 };
    });
    const result = searchIn(files, regexMatcher('^(a+)+$'), { filters: {}, limit: 5, patternMs: 1000 });
    expect(result.hits.map((hit) => [hit.sessionId, hit.turn])).toEqual([['0', 1]]);
    expect(result).toMatchObject({ count: 1, isMore: true, gaveUp: expect.stringContaining('not finished') });
  });
});
