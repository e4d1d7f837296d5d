import { describe, expect, it } from 'vitest';
import type { UsagePage } from '../../app/src/api/contract.js';
import { wholeDay } from '../../app/src/usage/days.js';
import { drawnDays } from '../../app/src/usage/drawn.js';
import { periodSince, sinceOf } from '../../app/src/usage/period.js';

const TODAY = '2026-05-20';
const day = (key: string) => ({ key }) as UsagePage['days'][number];
const keys = (days: { key: string }[]) => days.map(({ key }) => key);

describe('the days of a plot', () => {
  it('end today, begin where a plot can show them, and have a date; the others are named', () => {
    const days = ['', '1970-01-01', '2026-05-01', TODAY, '2026-05-21', '2099-01-01'].map(day);
    const { drawn, apart } = drawnDays(days, TODAY);
    expect(keys(drawn)).toEqual(['2026-05-01', TODAY]);
    expect(apart.map(({ why, days: own }) => [why, ...keys(own)])).toEqual([
      ['future', '2026-05-21', '2099-01-01'],
      ['early', '1970-01-01'],
      ['undated', ''],
    ]);
  });

  it('are all drawn if all of them are recent', () => {
    const days = ['2025-01-01', '2026-05-01'].map(day);
    expect(drawnDays(days, TODAY)).toEqual({ drawn: days, apart: [] });
    expect(drawnDays([], TODAY)).toEqual({ drawn: [], apart: [] });
  });

  it('have a name, also without a date', () => {
    expect(wholeDay('')).toBe('no date');
  });
});

describe('the period that has something', () => {
  const now = new Date(2026, 4, 20, 12);
  it.each([
    [0, '7'],
    [8, '30'],
    [89, '90'],
    [90, '365'],
    [364, '365'],
    [366, 'all'],
  ])('%i days ago: %s', (daysAgo, period) => {
    const time = new Date(2026, 4, 20 - daysAgo, 1).getTime();
    expect(periodSince(time, now)).toBe(period);
    expect(time).toBeGreaterThanOrEqual(sinceOf(period, now) ?? 0);
  });
});
