import { shortDuration, shortNumber } from '@unspool/session/show';
import { describe, expect, it } from 'vitest';
import { money, short, tokens as totalOf } from '../../app/src/format/number.js';
import { ago, date, duration } from '../../app/src/format/time.js';
import { tokensInFull } from '../../app/src/format/tokens.js';

describe('what something cost', () => {
  it('never reads as nothing when it was something', () => {
    for (const value of [1e-9, 0.0004, 0.00099]) expect(money(value)).toMatch(/^<.*0[.,]001$/);
    for (const value of [0.001, 0.004, 0.01, 0.5, 12]) expect(money(value)).toMatch(/[1-9]/);
    expect(money(0)).toMatch(/0[.,]00$/);
    expect(money(null)).toBe('price unknown');
  });
});

describe('a total of tokens', () => {
  const tokens = { input: 10, output: 20, cacheRead: 600, cacheWrite5m: 3, cacheWrite1h: 0 };

  it('says how many are new, and that sub-agents are included', () => {
    expect(tokensInFull(tokens)).toBe('633 tokens, 33 new, 20 output');
    expect(tokensInFull(tokens, 2)).toBe('633 tokens, 33 new, 20 output; sub-agents included');
  });
});

describe('a short number', () => {
  it.each([
    [870, '870'],
    [333.4, '333'],
    [999_960, '1.0M'],
    [14_440_000, '14.4M'],
  ])('is written in the app as in the command and the exported page: %d', (value, shown) => {
    expect([short(value), totalOf(value), shortNumber(value)]).toEqual([shown, `${shown} tokens`, shown]);
  });
});

describe('how long something took', () => {
  it.each([
    [0, '0 ms'],
    [999.6, '1.0 s'],
    [9_960, '10 s'],
    [59_700, '1 min 0 s'],
    [119_700, '2 min 0 s'],
    [3_599_800, '1 h 0 min'],
    [7_199_000, '2 h 0 min'],
    [86_399_000, '1 d'],
  ])('is never told in sixty of a unit: %d', (ms, result) => {
    expect(duration(ms)).toBe(result);
    expect(shortDuration(ms)).toBe(result);
  });
});

describe('when something was', () => {
  const now = new Date(2026, 10, 16).getTime();

  it('includes the year if it is another one', () => {
    expect(date(new Date(2026, 0, 2).getTime(), now)).not.toContain('2026');
    expect(date(new Date(2025, 11, 30).getTime(), now)).toContain('2025');
  });

  it('is not now when it is far ahead', () => {
    expect(ago(now + 60_000, now)).toBe('just now');
    expect(ago(new Date(2027, 5, 1).getTime(), now)).toContain('2027');
  });
});
