import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerDays } from '../../src/ledger/ledger-days.js';
import { ledgerUsage } from '../../src/ledger/ledger-usage.js';
import type { Database } from '../../src/sqlite/database.js';
import { Calendar, QUARTER } from '../../src/usage/calendar.js';
import { type Report, reportOf } from '../../src/usage/reports.js';
import { newStore, prices } from '../support/store.js';

const START = Date.UTC(2024, 0) / QUARTER;
const YEARS = (3 * 366 * 86_400_000) / QUARTER;

const slot = fc.record({
  session: fc.constantFrom(1, 2),
  quarter: fc.oneof(
    fc.constant(-1),
    fc.integer({ min: -100_000, max: -2 }),
    fc.integer({ min: START, max: START + YEARS }),
    fc.integer({ min: START, max: START + 200 }),
  ),
  model: fc.constantFrom(1, 2),
  flags: fc.integer({ min: 0, max: 7 }),
  isAgent: fc.constantFrom(0, 1),
  isGone: fc.constantFrom(0, 1),
  counts: fc.tuple(fc.nat(9), fc.nat(1e6), fc.nat(1e6), fc.nat(1e9), fc.nat(1e6), fc.nat(1e6), fc.nat(9)),
});

type Slot = typeof slot extends fc.Arbitrary<infer T> ? T : never;

describe('usage by day', () => {
  it.each([
    undefined,
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ])('adds up to the same reports as single sessions do (%s)', async (zone) => {
    const database = await newStore();
    database.exec("INSERT INTO names VALUES (1, 'claude-opus-5'), (2, 'no-such-model')");
    database.exec("INSERT INTO sessions (id, main, session_id, slug) VALUES (1, '/a', 'a', 'p'), (2, '/b', 'b', 'p')");
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 60 }), (slots) => {
        fill(database, slots);
        const calendar = new Calendar(zone);
        for (const kind of ['daily', 'weekly', 'monthly', 'models'] as const) {
          const options = { prices, calendar, isWanted: () => true };
          const days = reportOf(kind, ledgerDays(database, calendar), options);
          expect(rowsOf(days)).toEqual(rowsOf(reportOf(kind, ledgerUsage(database), options)));
        }
      }),
      { numRuns: 20 },
    );
    database.close();
  });

  it('handles times outside of any calendar', async () => {
    const database = await newStore();
    database.exec("INSERT INTO names VALUES (1, 'claude-opus-5')");
    database.exec("INSERT INTO sessions (id, main, session_id, slug) VALUES (1, '/a', 'a', 'p')");
    database.exec(
      'INSERT INTO slots VALUES (1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1), (1, 9000000000, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1)',
    );
    expect(ledgerDays(database, new Calendar('UTC')).map((usage) => usage.replies)).toEqual([1, 1]);
    database.close();
  });

  it('is empty if nothing is known', async () => {
    const database = await newStore();
    expect(ledgerDays(database, new Calendar('UTC'))).toEqual([]);
    database.close();
  });
});

function fill(database: Database, slots: Slot[]): void {
  database.exec('DELETE FROM slots');
  const insert = database.prepare(`INSERT OR IGNORE INTO slots VALUES (${Array(13).fill('?').join(', ')})`);
  for (const { session, quarter, model, flags, isAgent, isGone, counts } of slots) {
    insert.run(session, quarter, model, flags, isAgent, isGone, ...counts);
  }
}

/** Without the fields that differ between sessions. */
function rowsOf({ rows, total }: Report) {
  return { rows: rows.map(({ key, sum }) => ({ key, sum })), total };
}
