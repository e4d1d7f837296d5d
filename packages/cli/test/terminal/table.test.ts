import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../src/terminal/table.js';
import { widthOf } from '../../src/terminal/width.js';

const columns = [
  { head: 'name', isFlexible: true },
  { head: 'read', isRight: true, leaves: 2 },
  { head: 'sum', isRight: true },
  { head: 'when', leaves: 1 },
];
const rows = [
  ['a name that is long', '12', '12345', 'yesterday'],
  ['b', '1', '2', ''],
];
const headOf = (width: number | undefined) => table(columns, rows, width).split('\n')[0]?.split(/ +/);

describe('a table', () => {
  it('shows everything where there is room, or no terminal', () => {
    expect(table(columns, rows, undefined)).toBe(
      [
        'name                 read    sum  when',
        'a name that is long    12  12345  yesterday',
        'b                       1      2',
        '',
      ].join('\n'),
    );
    expect(table(columns, rows, 43)).toBe(table(columns, rows, undefined));
  });

  it('leaves columns out one by one, and then cuts', () => {
    expect(headOf(42)).toEqual(['name', 'sum', 'when']);
    expect(headOf(30)).toEqual(['name', 'sum']);
    expect(table(columns, rows, 20)).toBe(
      ['name             sum', 'a name that …  12345', 'b                  2', ''].join('\n'),
    );
  });

  it('is never wider than the terminal', () => {
    const row = fc.tuple(fc.string({ unit: 'grapheme' }), ...[8, 8, 8].map((maxLength) => fc.string({ maxLength })));
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 24, max: 120 }), (made, width) => {
        const safe = made.map((cells) => cells.map((cell) => cell.replace(/\p{C}/gu, '')));
        for (const line of table(columns, safe, width).split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
