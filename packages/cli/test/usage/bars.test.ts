import { newSum } from '@unspool/store';
import { expect, it } from 'vitest';
import { withBars } from '../../src/usage/bars.js';
import { memoryIo } from '../support/memory-io.js';

const TABLE = 'model  cost\na      $8\nb      $1\ntotal  $9\n';
const costing = (cost: bigint, input = 0) => {
  const sum = newSum();
  return { sum: { ...sum, cost, tokens: { ...sum.tokens, input } } };
};

it('draws the cost of each row in eighths of a column, below a heading', () => {
  const io = memoryIo();
  expect(withBars(TABLE, [costing(800n), costing(100n)], io).split('\n')).toEqual([
    'model  cost  by cost',
    'a      $8    ████████████████████',
    'b      $1    ██▌',
    'total  $9',
    '',
  ]);
});

it('draws tokens if nothing has a price', () => {
  const io = memoryIo();
  const drawn = withBars(TABLE, [costing(0n, 100), costing(0n, 1)], io);
  expect(drawn).toContain('by tokens\n');
  expect(drawn).toContain('b      $1    ▎\n');
});

it('draws nothing where the terminal has no room', () => {
  const io = memoryIo();
  expect(withBars(TABLE, [costing(8n), costing(1n)], { ...io, columns: 14 })).toBe(TABLE);
});
