import { describe, expect, it } from 'vitest';
import { routeOf, sessionUrl, turnOf } from '../../app/src/router/route.js';
import { wordsOf } from '../../app/src/text/query-words.js';

describe('addresses', () => {
  it.each([
    ['/', { page: 'list' }],
    ['/search', { page: 'search' }],
    ['/usage', { page: 'usage' }],
    ['/s/abc', { page: 'session', id: 'abc', isEdit: false }],
    ['/s/a%2Fb', { page: 'session', id: 'a/b', isEdit: false }],
    ['/s/abc/edit', { page: 'session', id: 'abc', isEdit: true }],
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

describe('marked words', () => {
  it('are the words of a query without operators', () => {
    expect(wordsOf('"flaky upload" OR retry* NOT (x docker)')).toEqual(['flaky upload', 'retry', 'docker']);
  });
});
