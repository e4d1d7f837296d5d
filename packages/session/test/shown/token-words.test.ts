import { describe, expect, it } from 'vitest';
import { newTokens, tokensText, totalTokens } from '../../src/tokens.js';

describe('the words for tokens', () => {
  const tokens = { input: 10, output: 20, cacheRead: 600, cacheWrite5m: 3, cacheWrite1h: 4 };

  it('call all of them tokens, those without cache reads new, and never call a number written', () => {
    expect(totalTokens(tokens)).toBe(637);
    expect(newTokens(tokens)).toBe(37);
    expect(tokensText(tokens, String)).toBe('637 tokens, 37 new, 20 output');
  });
});
