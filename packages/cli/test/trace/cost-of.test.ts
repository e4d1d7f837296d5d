import type { UsageRecord } from '@unspool/session';
import { addUsage, exactDollars, newSum, Prices } from '@unspool/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costWith } from '../../src/trace/cost-of.js';

const prices = new Prices();
const tokens = fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 40_000_000 }));
const record = fc
  .record({
    input: tokens,
    output: tokens,
    cacheRead: tokens,
    cacheWrite5m: tokens,
    cacheWrite1h: tokens,
    webSearches: fc.integer({ min: 0, max: 20 }),
    model: fc.constantFrom('claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929', 'claude-haiku-4-5'),
    isFast: fc.boolean(),
    isUs: fc.boolean(),
    time: fc.constant(0),
  })
  .map((fields) => fields as unknown as UsageRecord);

describe('what a reply cost', () => {
  it('is, to the last digit of a number, what a report of usage says of it', () => {
    fc.assert(
      fc.property(record, (usage) => {
        const { input, cacheRead, cacheWrite5m, cacheWrite1h } = usage;
        const isOver = input + cacheRead + cacheWrite5m + cacheWrite1h > prices.threshold(usage.model);
        const session = { sessionId: '', slug: '', cwd: () => undefined };
        const sum = newSum();
        addUsage(sum, { ...usage, isOver, replies: 1, session, isAgent: false, isGone: false }, prices);
        expect(costWith(() => prices)(usage)?.total).toBe(Number(exactDollars(sum.cost)));
      }),
      { numRuns: 2000 },
    );
  });

  it('has parts that add up to it, up to what numbers round', () => {
    fc.assert(
      fc.property(record, (usage) => {
        const cost = costWith(() => prices)({ ...usage, webSearches: 0, isUs: false });
        const parts = [cost?.input, cost?.output, cost?.cacheRead, cost?.cacheWrite5m, cost?.cacheWrite1h];
        const sum = parts.reduce((all: number, part) => all + (part ?? Number.NaN), 0);
        expect(sum).toBeCloseTo(cost?.total ?? Number.NaN, 9);
      }),
    );
  });

  it('is unknown for an unknown model', () => {
    const usage = { model: 'some-model', input: 1 } as unknown as UsageRecord;
    expect(costWith(() => prices)(usage)).toBeUndefined();
  });
});
