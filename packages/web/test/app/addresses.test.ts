import { describe, expect, it } from 'vitest';
import { requestOf, turnsOf } from '../../app/src/edit/request.js';
import { routeOf, sessionUrl, turnOf } from '../../app/src/router/route.js';
import { wordsOf } from '../../app/src/text/query-words.js';

describe('addresses', () => {
  it.each([
    ['/', { page: 'list' }],
    ['/search', { page: 'search' }],
    ['/usage', { page: 'usage' }],
    ['/s/abc', { page: 'session', id: 'abc' }],
    ['/s/a%2Fb', { page: 'session', id: 'a/b' }],
    ['/s/abc/edit', { page: 'edit', id: 'abc' }],
    ['/s/%', { page: 'nowhere' }],
    ['/s', { page: 'nowhere' }],
    ['/x/y', { page: 'nowhere' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it('names a turn', () => {
    expect(sessionUrl('a/b', 12)).toBe('/s/a%2Fb#t12');
    expect(turnOf('#t12')).toBe(12);
    expect(turnOf('#t12x')).toBeUndefined();
  });
});

describe('an edit in an address', () => {
  const of = (query: string) => requestOf(new URLSearchParams(query));

  it('is the request it stands for', () => {
    expect(of('op=cut&turns=3,5-7')).toEqual({ operation: 'cut', turns: [3, 5, 6, 7] });
    expect(of('op=cut&turns=3..4&inplace=1')).toEqual({ operation: 'cut', turns: [3, 4], inPlace: true });
    expect(of('op=fork&at=7')).toEqual({ operation: 'fork', at: 7 });
    expect(of('op=strip&preset=hard&keep=5')).toEqual({ operation: 'strip', preset: 'hard', keepLast: 5 });
    expect(of('op=clone')).toEqual({ operation: 'clone' });
  });

  it('is none while something is missing', () => {
    for (const query of ['', 'op=cut', 'op=cut&turns=x', 'op=fork', 'op=fork&at=0', 'op=drop'])
      expect(of(query)).toBeUndefined();
    expect(turnsOf('9-3')).toEqual([]);
  });
});

describe('words to mark', () => {
  it('are the plain ones of a query', () => {
    expect(wordsOf('"flaky upload" OR retry* NOT (x docker)')).toEqual(['flaky upload', 'retry', 'docker']);
  });
});
