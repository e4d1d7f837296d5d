import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/search/query.js';
import { searchIndex } from '../../src/search/search-index.js';
import { segment } from '../../src/search/segment.js';
import { Term } from '../../src/search/term.js';
import type { Database } from '../../src/sqlite/database.js';
import { newStore } from '../support/store.js';

const LAST = 0x1ffff;
/** Thousands of letters that are all alike. */
const ALIKE = [
  [0x3500, 0x4d00],
  [0x4f00, 0x9f00],
  [0xad00, 0xd700],
  [0x12100, 0x1af00],
] as const;
const isAssigned = (text: string) => /[^\p{Cn}\p{Cs}]/u.test(text);
const isMark = (text: string) => /\p{M}/u.test(text);
/** Became letters after 2012, or changed category: the index splits words at them, and finds both halves. */
const isNewLetter = (code: number) => (code >= 0x19b0 && code <= 0x19c9) || code === 0x1cf2 || code === 0x1cf3;

function matches(database: Database, query: string): Set<number> {
  const rows = database.prepare('SELECT rowid AS id FROM texts WHERE texts MATCH ?').all(query);
  return new Set(rows.map((row) => Number(row['id'])));
}

describe('a text as it is indexed', () => {
  it('has words next to every symbol, as in a search without an index', async () => {
    const database = await newStore();
    const insert = database.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
    const codes = Array.from({ length: LAST }, (_, at) => at + 1).filter((code) => {
      const sign = String.fromCodePoint(code);
      if (ALIKE.some(([from, to]) => code > from && code < to)) return false;
      return isAssigned(sign) && !isMark(sign) && !isNewLetter(code);
    });
    database.transaction(() => {
      for (const code of codes) insert.run(code, segment(`left${String.fromCodePoint(code)}right`));
    });
    const left = matches(database, '"left"');
    const right = matches(database, '"right"');
    const terms = ['left', 'right'].map((text) => new Term({ text, isPrefix: false }));
    const wrong: string[] = [];
    for (const code of codes) {
      const text = `left${String.fromCodePoint(code)}right`;
      const [hasLeft, hasRight] = terms.map((term) => term.find(text, 0) !== undefined);
      if (left.has(code) !== hasLeft || right.has(code) !== hasRight) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
    database.close();
  });

  it.each([
    ['an isolate', '\u2068deploy\u2069'],
    ['an Arabic letter mark', '\u061cdeploy'],
    ['an old embedding', '\u202adeploy\u202c'],
    ['a robot', '🤖deploy'],
    ['an icon of a font', '\ue0a0deploy\uf00c'],
    ['a new currency', '₿deploy₽'],
  ])('has a word beside %s', async (_, text) => {
    const database = await newStore();
    database.prepare('INSERT INTO texts (rowid, text) VALUES (1, ?)').run(segment(text));
    expect(matches(database, '"deploy"').size).toBe(1);
    expect(searchIndex(database, parseQuery(text), { filters: {}, sort: 'rank', limit: 5 }).count).toBe(1);
    database.close();
  });

  it('is unchanged if there is nothing to separate', () => {
    for (const text of ['plain words', 'Résumé — naïve → “quoted” ✓', 'слово', '']) expect(segment(text)).toBe(text);
  });
});
