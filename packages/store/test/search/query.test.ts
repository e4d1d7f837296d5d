import { NeedleKernel } from '@unspool/session/facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactMatcher, type Matcher, regexMatcher, wordMatcher } from '../../src/search/matcher.js';
import { ftsOf, parseAsTyped, parseQuery, QueryError } from '../../src/search/query.js';
import { snippetOf } from '../../src/search/snippet.js';
import { newStore } from '../support/store.js';

describe('a query', () => {
  it.each([
    ['one', '"one"'],
    ['one two', '("one" AND "two")'],
    ['one AND two', '("one" AND "two")'],
    ['one OR two three', '("one" OR ("two" AND "three"))'],
    ['"one two"', '"one two"'],
    ['pre*', '"pre"*'],
    ['one NOT two', '("one") NOT ("two")'],
    ['one -two', '("one") NOT ("two")'],
    ['(one OR two) three', '(("one" OR "two") AND "three")'],
    ['foo-bar.ts', '"foo-bar.ts"'],
    ['搜索', '" 搜  索 "'],
    ['NEAR(a b)', '("NEAR" AND ("a" AND "b"))'],
  ])('%s', (text, fts) => expect(ftsOf(parseQuery(text))).toBe(fts));

  it.each([
    ['uplo', '"uplo"*'],
    ['flaky uplo', '("flaky" AND "uplo"*)'],
    ['uplo ', '"uplo"'],
    ['"flaky uplo', '"flaky uplo"'],
    ['one OR', undefined],
    ['搜索', '" 搜  索 "'],
  ])('%s, while it is typed', (text, fts) => {
    if (fts === undefined) expect(() => parseAsTyped(text)).toThrow(QueryError);
    else expect(ftsOf(parseAsTyped(text))).toBe(fts);
  });

  it('names the parenthesis that is not closed', () => {
    expect(() => parseQuery('foo(')).toThrow('a "(" has no ")"');
  });

  it.each(['', '  ', 'NOT a', 'a NOT', '(a', 'a)', '->', '()'])('"%s" is refused', (text) => {
    expect(() => parseQuery(text)).toThrow(QueryError);
  });

  it('is always understood by SQLite, or refused by us', async () => {
    const database = await newStore();
    const find = database.prepare('SELECT rowid AS id FROM texts WHERE texts MATCH ?');
    const word = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('OR', 'AND', 'NOT', '(', ')', '"', '*', 'a', 'b*', '搜'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        let query: ReturnType<typeof parseQuery>;
        try {
          query = parseQuery(words.join(' '));
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError);
          return;
        }
        expect(find.all(ftsOf(query))).toEqual([]);
      }),
      { numRuns: 400 },
    );
    database.close();
  });
});

/** Whether the byte search would read a line with this text. */
function isFoundIn(json: string, { needles = [] }: Matcher): boolean {
  const kernel = new NeedleKernel(needles);
  const end = kernel.bytes.write(json);
  return kernel.find(0, end) < end;
}

describe('the index and the byte search find the same', () => {
  const texts = [
    'The quick brown fox',
    'quick-brown',
    'QUICK',
    'quicker',
    '全文搜索很快',
    'a fox, quick!',
    'foo_bar.ts',
    '',
    'brown quick',
    'Résumé, envoyé',
    're\u0301sume\u0301 sans accents',
    'resumé',
    'RESUME',
    'straße Straße',
    'Ærø ærø',
    'việt nam',
    'ЁЖ ёж еж',
  ];
  it.each([
    'quick',
    'quick brown',
    '"quick brown"',
    'quick*',
    'quick NOT fox',
    'fox OR foo',
    '搜索',
    '"文搜"',
    'bar',
    'foo_bar.ts',
    'resume',
    'résumé',
    're\u0301sume',
    'RÉSUM*',
    '"resume sans"',
    '"resume envoye"',
    'strasse',
    'straße',
    'ærø',
    'aero',
    'viet',
    'ёж',
    'еж',
  ])('%s', async (text) => {
    const database = await newStore();
    const { segment } = await import('../../src/search/segment.js');
    for (const [at, each] of texts.entries()) {
      database.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)').run(at + 1, segment(each));
    }
    const query = parseQuery(text);
    const ids = database.prepare('SELECT rowid AS id FROM texts WHERE texts MATCH ? ORDER BY rowid').all(ftsOf(query));
    const matcher = wordMatcher(query);
    const byMatcher = texts.flatMap((each, at) => (matcher.matches(each) ? [at + 1] : []));
    expect(ids.map((row) => row['id'])).toEqual(byMatcher);
    for (const at of byMatcher) {
      expect(isFoundIn(JSON.stringify(texts[at - 1]), matcher), texts[at - 1]).toBe(true);
      expect(matcher.ranges(texts[at - 1] ?? '', 5).length).toBeGreaterThan(0);
    }
    database.close();
  });
});

describe('punctuation', () => {
  it('is matched literally', () => {
    expect(exactMatcher('a.b(').matches('xa.b(')).toBe(true);
    expect(exactMatcher('a.b(').matches('aXb(')).toBe(false);
    expect(exactMatcher('[-]').ranges('x[-]y[-]', 9)).toEqual([
      { start: 1, end: 4 },
      { start: 5, end: 8 },
    ]);
  });

  it.each([
    ['foo.*bar', ['foo']],
    ['^const', ['const']],
    ['ab+cde', ['cde']],
    ['a|b', undefined],
    ['\\d+', undefined],
  ])('/%s/ has a sure part', (source, parts) => {
    expect(regexMatcher(source).needles?.map(({ bytes }) => String(bytes))).toEqual(parts);
  });

  it('never matches what is not there', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 3 }), (text, needle) => {
        expect(
          exactMatcher(needle)
            .ranges(text, 99)
            .every(({ start, end }) => text.slice(start, end) === needle),
        ).toBe(true);
      }),
    );
  });
});

describe('a snippet', () => {
  it('shows the hit and where it is', () => {
    const text = `${'word '.repeat(100)}needle${' more'.repeat(100)}`;
    const { text: shown, ranges } = snippetOf(text, wordMatcher(parseQuery('needle')));
    expect(shown.startsWith('…')).toBe(true);
    expect(shown.endsWith('…')).toBe(true);
    expect(ranges.map(({ start, end }) => shown.slice(start, end))).toEqual(['needle']);
  });
});
