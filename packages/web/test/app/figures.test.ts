import { describe, expect, it } from 'vitest';
import { money } from '../../app/src/format/number.js';
import { whatTotalCounts } from '../../app/src/format/tokens.js';

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

  it('says that the cache is in it, and sub-agents where there are any', () => {
    expect(whatTotalCounts(tokens)).toBe(
      '633 tokens, 600 from the cache included; turns show theirs without the cache',
    );
    expect(whatTotalCounts(tokens, 2)).toContain('633 tokens, sub-agents and 600 from the cache included');
  });
});
