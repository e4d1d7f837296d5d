import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../src/usage/blocks.js';
import { Calendar } from '../../src/usage/calendar.js';
import { Prices } from '../../src/usage/prices.js';
import { emptyUsage } from '../../src/usage/usage.js';

describe('calendar', () => {
  it('knows days, weeks and months of a zone', () => {
    const time = Date.UTC(2026, 2, 1, 4, 30);
    expect(new Calendar('UTC').day(time)).toBe('2026-03-01');
    expect(new Calendar('America/New_York').day(time)).toBe('2026-02-28');
    expect(new Calendar('UTC').week(time)).toBe('2026-02-23');
    expect(new Calendar('Asia/Kolkata').month(time)).toBe('2026-03');
    expect(new Calendar('UTC').day(Number.NaN)).toBe('');
    expect(new Calendar('UTC').minute(time)).toBe(new Date(time).toISOString().slice(0, 16).replace('T', ' '));
    expect(new Calendar('Asia/Kolkata').minute(Date.UTC(2026, 0, 31, 18, 30))).toBe('2026-02-01 00:00');
    expect(new Calendar('UTC').minute(Number.NaN)).toBe('');
    expect(() => new Calendar('Nowhere/There')).toThrow(RangeError);
  });

  it.each(['UTC', 'Asia/Tokyo', 'America/New_York', undefined])(
    'knows days of clocks that are far out in %s',
    (zone) => {
      const calendar = new Calendar(zone);
      for (const time of [Date.UTC(9999, 11, 31, 23, 59), 8.64e15, Date.parse('0001-01-01T12:00:00Z'), -8.64e15]) {
        expect(calendar.day(time)).toMatch(/^-?\d{3,6}-\d\d-\d\d$/);
        expect(calendar.week(time)).toMatch(/-\d\d-\d\d$/);
        expect(calendar.month(time)).toBe(calendar.day(time).slice(0, -3));
      }
    },
  );

  it('has years of four digits or more', () => {
    const tokyo = new Calendar('Asia/Tokyo');
    expect(tokyo.day(Date.UTC(9999, 11, 31, 23))).toBe('10000-01-01');
    expect(tokyo.week(Date.UTC(9999, 11, 31, 23))).toBe('9999-12-27');
    expect(tokyo.month(Date.UTC(9999, 11, 31, 23))).toBe('10000-01');
    expect(tokyo.day(Date.parse('0001-01-01T00:00:00Z'))).toBe('0001-01-01');
    expect(tokyo.week(Date.parse('0001-01-03T00:00:00Z'))).toBe('0001-01-01');
  });

  it('counts days back, also over daylight saving changes', () => {
    const berlin = new Calendar('Europe/Berlin');
    expect(berlin.firstOfLast(1, Date.UTC(2026, 2, 1, 23, 30))).toBe('2026-03-02');
    expect(berlin.firstOfLast(7, Date.UTC(2026, 2, 31, 22, 30))).toBe('2026-03-26');
    expect(berlin.firstOfLast(30, Date.UTC(2026, 2, 1, 12))).toBe('2026-01-31');
    expect(berlin.firstOfLast(7, Number.NaN)).toBe('');
  });

  it.each(['UTC', 'Asia/Kathmandu', 'Europe/Berlin', 'Australia/Lord_Howe'])(
    '%s agrees with Intl at every time',
    (zone) => {
      const format = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      });
      const calendar = new Calendar(zone);
      fc.assert(
        fc.property(fc.integer({ min: Date.UTC(2023, 0), max: Date.UTC(2028, 0) }), (time) => {
          expect(calendar.day(time)).toBe(format.format(time));
        }),
      );
    },
  );
});

describe('the calendar of the machine', () => {
  it('agrees with Intl at every time', () => {
    const calendar = new Calendar();
    const format = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
    expect(calendar.timeZone).toBe(format.resolvedOptions().timeZone);
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(2038, 0) }), (time) => {
        expect(calendar.day(time)).toBe(format.format(time));
      }),
    );
  });
});

describe('blocks', () => {
  const session = { sessionId: 's', slug: 'p', cwd: () => undefined };
  const at = (hours: number) => ({
    ...emptyUsage(session),
    model: 'claude-opus-5',
    output: 600,
    time: Date.UTC(2026, 0, 1) + hours * 3_600_000,
  });

  it('last five hours from the full hour of the first reply', () => {
    const blocks = blocksOf([at(9.5), at(8.25), at(12.9), at(13), at(30)], new Prices(), at(30.5).time);
    expect(blocks.map((block) => [new Date(block.start).toISOString().slice(11, 16), block.sum.replies])).toEqual([
      ['08:00', 3],
      ['13:00', 1],
      ['06:00', 1],
    ]);
    expect(blocks.map((block) => block.isActive)).toEqual([false, false, true]);
  });

  it('project the total of an active block', () => {
    const [block] = blocksOf([at(0), at(1)], new Prices(), at(2).time);
    expect(block?.burnRate).toBe(20);
    expect(block?.projectedTokens).toBe(1200 + 20 * 180);
  });
});
