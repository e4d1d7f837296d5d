import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordMatcher } from '../../src/search/matcher.js';
import { parseQuery } from '../../src/search/query.js';
import { Term, wordsIn } from '../../src/search/term.js';

/** The meaning of a term as a single pattern: clear, but slow to compile. */
function pattern({ text, isPrefix }: { text: string; isPrefix: boolean }): RegExp {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]';
  const isUnspaced = new RegExp(unspaced, 'u');
  const letter = `(?!${unspaced})[\\p{L}\\p{N}]`;
  const before = isUnspaced.test([...(words[0] ?? '')][0] ?? '') ? '' : `(?<!${letter})`;
  const after = isPrefix || isUnspaced.test([...(words.at(-1) ?? '')].at(-1) ?? '') ? '' : `(?!${letter})`;
  return new RegExp(`${before}${words.join('[^\\p{L}\\p{N}]+')}${after}`, 'giu');
}

const plain = (text: string) => text.replaceAll('é', 'e').replaceAll('É', 'E');

const sign = fc.constantFrom(
  'e',
  'a',
  'A',
  'b',
  'B',
  '1',
  'é',
  'É',
  'ß',
  'я',
  'Я',
  '字',
  '語',
  'ก',
  '𝒳',
  '😀',
  '_',
  '-',
  ' ',
  '\n',
  '.',
);
const text = fc.string({ unit: sign, maxLength: 30 });
const words = fc.string({ unit: sign, minLength: 1, maxLength: 5 }).filter((each) => /[\p{L}\p{N}]/u.test(each));

describe('a term', () => {
  it('is found where the pattern finds it', () => {
    fc.assert(
      fc.property(words, fc.boolean(), text, (query, isPrefix, searched) => {
        const term = new Term({ text: query, isPrefix });
        const match = pattern({ text: plain(query), isPrefix }).exec(plain(searched));
        expect(term.find(searched, 0)).toEqual(
          match ? { start: match.index, end: match.index + match[0].length } : undefined,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('ends at letters of scripts without spaces', () => {
    for (const word of ['README', 'commit']) {
      expect(new Term({ text: word, isPrefix: false }).find('plan.md,README更新後にcommit', 0)).toBeDefined();
    }
    expect(new Term({ text: 'READ', isPrefix: false }).find('README更新', 0)).toBeUndefined();
  });

  it.each([
    ['foo', 'a Foo, b', [[2, 5]]],
    ['foo', 'food foo_bar xfoo', [[5, 8]]],
    [
      'fo*',
      'food foo',
      [
        [0, 2],
        [5, 7],
      ],
    ],
    [
      '"foo bar"',
      'foo\n\n  BAR foo-bar',
      [
        [0, 10],
        [11, 18],
      ],
    ],
    ['数据', '我的数据库', [[2, 4]]],
    [
      'über',
      'ÜBER uber u\u0308ber überall',
      [
        [0, 4],
        [5, 9],
        [10, 15],
      ],
    ],
    ['"cafe creme"', 'le café-cre\u0300me.', [[3, 14]]],
    [
      'foo OR bar',
      'bar foo',
      [
        [0, 3],
        [4, 7],
      ],
    ],
  ])('%s in %j', (query, searched, places) => {
    const ranges = wordMatcher(parseQuery(query)).ranges(searched, 10);
    expect(ranges.map(({ start, end }) => [start, end])).toEqual(places);
  });

  it('is not slow if it nearly matches everywhere', () => {
    const searched = 'ab '.repeat(200_000);
    expect(new Term({ text: 'ab ab ac', isPrefix: false }).find(searched, 0)).toBeUndefined();
  });

  it('consists of letters, digits and their marks', () => {
    expect(wordsIn('foo-bar.ts')).toEqual(['foo', 'bar', 'ts']);
    expect(wordsIn('e\u0301tat d’été')).toEqual(['e\u0301tat', 'd', 'été']);
  });
});
