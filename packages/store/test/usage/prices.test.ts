import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOLLAR, exactDollars, parseDollars, shortDollars } from '../../src/usage/money.js';
import { Prices, parsePrices, plainName } from '../../src/usage/prices.js';
import { costOf, emptyUsage, isOverTier } from '../../src/usage/usage.js';

const prices = new Prices();
const session = { sessionId: 's', slug: 'p', cwd: () => undefined };
const cost = (fields: object, own = prices) => {
  const money = costOf({ ...emptyUsage(session), ...fields }, own);
  return money === undefined ? undefined : exactDollars(money);
};

describe('money', () => {
  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(999_999), (whole, rest) => {
        const text = `${whole}.${String(rest).padStart(6, '0')}`;
        expect(Number(exactDollars(parseDollars(text) ?? -1n))).toBe(Number(text));
      }),
    );
  });

  it.each([
    [0n, '$0.00'],
    [1n, '<$0.01'],
    [DOLLAR / 200n, '$0.01'],
    [DOLLAR * 1234567n + DOLLAR / 2n, '$1,234,567.50'],
  ])('%s is shown as %s', (money, text) => expect(shortDollars(money)).toBe(text));
});

describe('names of models', () => {
  it.each([
    ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['anthropic.claude-3-haiku-20240307-v1:0', 'claude-3-haiku'],
    ['bedrock/anthropic.claude-opus-4-1', 'claude-opus-4-1'],
    ['claude-sonnet-4@20250514', 'claude-sonnet-4'],
    ['claude-sonnet-4-5[1m]', 'claude-sonnet-4-5'],
  ])('%s', (model, name) => {
    expect(plainName(model)).toBe(name);
    expect(prices.of(model)).toBeDefined();
  });

  it('uses the longest matching name, and never a part of a word', () => {
    expect(prices.of('claude-opus-4-1-20250805')).toBe(prices.of('claude-opus-4-1'));
    expect(prices.of('claude-opus-4-20250514')).toBe(prices.of('claude-opus-4'));
    expect(prices.of('claude-opus-41')).toBeUndefined();
    expect(prices.of('gpt-9')).toBeUndefined();
    expect(prices.of('')).toBeUndefined();
  });
});

describe('cost', () => {
  const million = { input: 1e6, output: 1e6, cacheRead: 1e6, cacheWrite5m: 1e6, cacheWrite1h: 1e6 };
  it.each([
    ['every class', { model: 'claude-opus-4-5', ...million }, '46.75'],
    ['one token', { model: 'claude-opus-4-5', cacheRead: 1 }, '0.0000005'],
    ['the US', { model: 'claude-opus-4-5', ...million, isUs: true }, '51.425'],
    ['fast', { model: 'claude-opus-5-5', input: 1e6, output: 1e6, isFast: true }, '48'],
    ['fast, cache in proportion', { model: 'claude-opus-5-5', cacheRead: 1e6, isFast: true }, '0.4'],
    ['the higher tier', { model: 'claude-sonnet-4-5', input: 1e6, isOver: true }, '6'],
    ['web searches', { model: 'claude-opus-4-5', webSearches: 3 }, '0.03'],
    ['an unknown model', { model: 'other', ...million }, undefined],
  ])('%s', (_, usage, dollars) => expect(cost(usage)).toBe(dollars));

  it('reaches the tier with the whole input of a request', () => {
    const tokens = { input: 1, output: 9e9, cacheRead: 199_998, cacheWrite5m: 1, cacheWrite1h: 0 };
    expect(isOverTier('claude-sonnet-4-5', tokens, prices)).toBe(false);
    expect(isOverTier('claude-sonnet-4-5', { ...tokens, cacheWrite1h: 1 }, prices)).toBe(true);
    expect(isOverTier('claude-opus-4-5', { ...tokens, input: 9e9 }, prices)).toBe(false);
  });

  it('uses the user’s own prices first', () => {
    const own = new Prices(
      parsePrices('{"other": {"input": 0.1, "output": "2", "over": {"tokens": 5, "input": 1, "output": 2}}}'),
    );
    expect(cost({ model: 'other', input: 1e6, output: 1e6 }, own)).toBe('2.1');
    expect(cost({ model: 'other', cacheRead: 1e6 }, own)).toBe('0.01');
    expect(own.threshold('other')).toBe(5);
    expect(own.of('claude-opus-5')).toEqual(prices.of('claude-opus-5'));
  });

  it('prefers the user’s name to a longer one of ours', () => {
    const own = new Prices(parsePrices('{"claude": {"input": 1, "output": 1}}'));
    expect(cost({ model: 'claude-opus-5-20260101', input: 1e6 }, own)).toBe('1');
    expect(own.threshold('claude-sonnet-4-5')).toBe(Number.POSITIVE_INFINITY);
    expect(own.tiers).not.toBe(prices.tiers);
    const both = new Prices(
      parsePrices('{"claude": {"input": 1, "output": 1}, "claude-opus": {"input": 2, "output": 1}}'),
    );
    expect(cost({ model: 'claude-opus-5', input: 1e6 }, both)).toBe('2');
  });

  it.each([
    ['1e-7', '0.0000001'],
    ['2.5E-3', '0.0025'],
    ['1e2', '100'],
    ['1.25e1', '12.5'],
  ])('reads %s', (text, dollars) => {
    const own = new Prices(parsePrices(`\ufeff{"m": {"input": ${text}, "output": 1}}`));
    expect(cost({ model: 'm', input: 1e6 }, own)).toBe(dollars);
  });

  it.each([
    '{"a": {"input": 1, "output": 1, "outptu": 2}}',
    '{"a": {"input": 1, "output": 1, "tokens": 2}}',
    '{"a": {"input": 1, "output": 1, "fast": {"input": 1, "output": 1, "over": 2}}}',
  ])('names what it does not know: %s', (text) => {
    expect(() => parsePrices(text)).toThrow(/there is no "(outptu|tokens|over)"/);
  });

  it.each(['[]', '{"a": 1}', '{"a": {"input": -1, "output": 1}}', '{"a": {"input": 1}}', '{'])('refuses %s', (text) => {
    expect(() => parsePrices(text)).toThrow();
  });
});
