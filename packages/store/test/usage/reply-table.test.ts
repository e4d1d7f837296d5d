import type { UsageRecord } from '@unspool/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Calendar } from '../../src/usage/calendar.js';
import { Prices } from '../../src/usage/prices.js';
import { rankOf } from '../../src/usage/reply-rank.js';
import { ReplyTable } from '../../src/usage/reply-table.js';
import { reportOf } from '../../src/usage/reports.js';

const prices = new Prices();
const sessions = ['a', 'b', 'c'].map((sessionId) => ({ sessionId, slug: 'p', cwd: () => undefined }));
const START = Date.UTC(2026, 2, 28);

const count = fc.oneof(fc.nat(3), fc.constant(250_000));
const report = fc.record({
  key: fc.constantFrom<string>('m1', 'm2', 'm3', 'm4', 'x'.repeat(64), 'x'.repeat(65), 'é', ''),
  model: fc.constantFrom<string>('claude-opus-5', 'claude-sonnet-4-5', 'no-such-model'),
  time: fc.oneof(
    fc.constant(Number.NaN),
    fc.integer({ min: 0, max: 400 }).map((hours) => START + hours * 3_600_000),
  ),
  counts: fc.tuple(count, fc.nat(2), count, count, count, fc.nat(2)),
  flags: fc.tuple(fc.boolean(), fc.boolean()),
  place: fc.record({ session: fc.nat(2), isAgent: fc.boolean(), isForked: fc.boolean(), isEmbedded: fc.boolean() }),
});
type Report = typeof report extends fc.Arbitrary<infer T> ? T : never;

function recordOf({ key, model, time, counts, flags, place }: Report): UsageRecord {
  const [input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches] = counts;
  const [isFast, isUs] = flags;
  const tokens = { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches };
  return { key, model, time, ...tokens, isFast, isUs, ...place, isSidechain: place.isAgent };
}

function tableOf(reports: readonly Report[]): ReplyTable {
  const table = new ReplyTable();
  for (const each of reports) table.add(each.key, recordOf(each), rankOf(each.place));
  return table;
}

/** Copies each row, since the object is reused. */
const sorted = (table: ReplyTable) =>
  Array.from(table.usages(sessions, prices), (usage) =>
    JSON.stringify({ ...usage, session: usage.session.sessionId }),
  ).sort();

describe('a table of replies', () => {
  const reports = fc.array(report, { maxLength: 40 });

  it('is the same in whatever order places are read', () => {
    fc.assert(
      fc.property(reports, (all) => {
        const placeByPlace = all.toSorted((a, b) => rankOf(a.place) - rankOf(b.place));
        const backwards = all.toSorted((a, b) => rankOf(b.place) - rankOf(a.place));
        const expected = sorted(tableOf(all));
        expect(sorted(tableOf(placeByPlace))).toEqual(expected);
        expect(sorted(tableOf(backwards))).toEqual(expected);
      }),
    );
  });

  it('has the same sums by day as its replies', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', undefined), (all, zone) => {
        const table = tableOf(all);
        const calendar = new Calendar(zone);
        for (const kind of ['daily', 'weekly', 'monthly', 'models'] as const) {
          for (const isWanted of [() => true, ({ isAgent }: { isAgent: boolean }) => !isAgent]) {
            const options = { prices, calendar, isWanted };
            const rows = (usages: Parameters<typeof reportOf>[1]) =>
              reportOf(kind, usages, options).rows.map(({ key, sum }) => ({
                key,
                sum: { ...sum, models: byName(sum.models) },
              }));
            expect(rows(table.days(prices, calendar))).toEqual(rows(table.usages(sessions, prices)));
          }
        }
      }),
    );
  });

  it('grows', () => {
    const table = new ReplyTable();
    for (let at = 0; at < 5000; at++) {
      const each: Report = {
        key: `m${at}`,
        model: 'claude-opus-5',
        time: START,
        counts: [at, 1, 0, 0, 0, 0],
        flags: [false, false],
        place: { session: 0, isAgent: false, isForked: false, isEmbedded: false },
      };
      table.add(each.key, recordOf(each), rankOf(each.place));
    }
    expect(table.size).toBe(5000);
    const [all] = table.days(prices, new Calendar('UTC'));
    expect(all).toMatchObject({ replies: 5000, input: (4999 * 5000) / 2, output: 5000 });
  });
});

function byName<T>(models: ReadonlyMap<string, T>): [string, T][] {
  return [...models].sort(([a], [b]) => (a < b ? -1 : 1));
}
