import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoldedUsage } from '../../src/scan/fold-usages.js';
import { newRecord } from '../../src/scan/scan-usage.js';
import { UsageTableScanner } from '../../src/scan/scan-usage-table.js';
import type { UsageTable } from '../../src/scan/usage-table.js';

const QUARTER = 15 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);
const LARGE = 1000;

interface Reply {
  model: string;
  time: number;
  isFast: boolean;
  isUs: boolean;
  isAgent: boolean;
  counts: [number, number, number, number, number, number];
}

function tableOf(replies: readonly Reply[]): UsageTable {
  const { table } = new UsageTableScanner();
  replies.forEach(({ model, time, isFast, isUs, isAgent, counts }, at) => {
    const [input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches] = counts;
    const tokens = { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches };
    const record = { ...newRecord(), ...tokens, model, time, isFast, isUs };
    expect(table.add(`m${at}`, record, { rank: 2 ** 33 + (isAgent ? 1 : 0), order: 0 })).toBe(true);
  });
  return table;
}

type Sums = Map<string, number[]>;

function add(sums: Sums, key: unknown[], counts: readonly number[]): void {
  const known = sums.get(key.join()) ?? counts.map(() => 0);
  sums.set(
    key.join(),
    known.map((count, at) => count + (counts[at] ?? 0)),
  );
}

const quarterOf = (time: number) => Math.floor(time / QUARTER);

function folded(table: UsageTable): { sums: Sums; records: number } {
  const sums: Sums = new Map();
  let records = 0;
  table.fold(
    table.models.map((model) => (model.startsWith('small') ? LARGE : Number.POSITIVE_INFINITY)),
    ({ facts, isOver, isAgent, time, replies, ...counts }: Readonly<FoldedUsage>) => {
      const model = table.models[facts >> 2];
      const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches } = counts;
      add(
        sums,
        [model, facts & 3, isOver, isAgent, quarterOf(time)],
        [replies, input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches],
      );
      records++;
    },
  );
  return { sums, records };
}

function oneByOne(replies: readonly Reply[]): Sums {
  const sums: Sums = new Map();
  for (const { model, time, isFast, isUs, isAgent, counts } of replies) {
    const isOver = model.startsWith('small') && counts[0] + counts[2] + counts[3] + counts[4] > LARGE;
    const flags = (isFast ? 1 : 0) + (isUs ? 2 : 0);
    add(sums, [model, flags, isOver, isAgent, quarterOf(time)], [1, ...counts]);
  }
  return sums;
}

const count = fc.nat({ max: 600 });
const reply: fc.Arbitrary<Reply> = fc.record({
  model: fc.constantFrom('small-a', 'small-b', 'c', 'd', 'e', 'f'),
  time: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: START - QUARTER, max: START + 4 * QUARTER }) },
    { weight: 1, arbitrary: fc.constantFrom(Number.NaN, -1, 0, QUARTER) },
  ),
  isFast: fc.boolean(),
  isUs: fc.boolean(),
  isAgent: fc.boolean(),
  counts: fc.tuple(count, count, count, count, count, count),
});

describe('replies that are added up', () => {
  it('are what they are one by one', () => {
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 60 }), (replies) => {
        expect(folded(tableOf(replies)).sums).toEqual(oneByOne(replies));
      }),
    );
  });

  it('are few when they came together', () => {
    const replies = Array.from({ length: 1000 }, (_, at): Reply => {
      const time = START + at * 20_000;
      return { model: 'c', time, isFast: false, isUs: false, isAgent: at % 2 === 0, counts: [1, at, 0, 0, 0, 0] };
    });
    expect(folded(tableOf(replies)).records).toBeLessThanOrEqual(2 * Math.ceil((1000 * 20_000) / QUARTER));
  });

  it('may be more than there is room for at a time, of more models than one would think', () => {
    const replies = Array.from({ length: 60_000 }, (_, at): Reply => {
      const time = START + at * QUARTER;
      const model = at % 3 === 0 ? `small-${at % 3000}` : 'c';
      return { model, time, isFast: at % 5 === 0, isUs: false, isAgent: false, counts: [at, 1, 0, 0, 0, 1] };
    });
    const { sums, records } = folded(tableOf(replies));
    expect(records).toBe(60_000);
    expect(sums).toEqual(oneByOne(replies));
  });

  it('are none when there are none', () => {
    expect(folded(tableOf([])).records).toBe(0);
  });
});
