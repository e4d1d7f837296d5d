import { readFileSync } from 'node:fs';
import { usageOf } from '@unspool/session';
import { MODELS } from '@unspool/session/models';
import { describe, expect, it } from 'vitest';
import { exactDollars, parseDollars } from '../../src/usage/money.js';
import { Prices } from '../../src/usage/prices.js';
import { costOf, emptyUsage, isOverTier, NO_SESSION } from '../../src/usage/usage.js';

type Kind = 'plain' | 'long' | 'fast' | 'us';
interface Recorded {
  usages: Record<Kind, object>;
  models: { [id: string]: { isPriced: boolean; cost: Record<Kind, number> } };
}

const fixture = new URL('../../../session/fixtures/models/client.json', import.meta.url);
const { usages, models }: Recorded = JSON.parse(readFileSync(fixture, 'utf8'));
const prices = new Prices();

/** The published price of a long request to these models is higher. The client charges the normal one. */
const CHARGED_LESS = ['claude-sonnet-4-5 long', 'claude-sonnet-4 long'];
/** The client has no price for these and charges that of its default model. */
const WITHOUT_PRICE = ['claude-3-opus', 'claude-3-haiku'];

describe('the cost of a reply', () => {
  const known = MODELS.filter(({ id }) => !WITHOUT_PRICE.includes(id));
  const cases = known.flatMap(({ id }) => (Object.keys(usages) as Kind[]).map((kind) => [id, kind] as const));

  it.each(cases)('of %s, %s, is what the client charges', (id, kind) => {
    const charged = models[id]?.cost[kind];
    const ours = costIn(id, usages[kind]);
    if (CHARGED_LESS.includes(`${id} ${kind}`)) expect(ours).toBeGreaterThan(charged ?? 0);
    else expect(ours).toBeCloseTo(charged ?? 0, 12);
  });

  it('is known for two models the client has no price for', () => {
    const unpriced = Object.keys(models).filter((id) => !models[id]?.isPriced);
    expect(unpriced.sort()).toEqual([...WITHOUT_PRICE].sort());
    for (const id of WITHOUT_PRICE) expect(costIn(id, usages.plain)).toBeGreaterThan(0);
  });

  const reply = { input_tokens: 3, cache_creation_input_tokens: 100, output_tokens: 42 };
  it.each([
    ['claude-fable-5-2', 12_769, 0.0052578],
    ['claude-sonnet-5-5', 11_566, 0.0018326],
  ])('of %s that read %i tokens from the cache is $%d', (model, cache_read_input_tokens, dollars) => {
    expect(costIn(model, { ...reply, cache_read_input_tokens })).toBe(dollars);
  });
});

describe('the price of a model', () => {
  it.each(MODELS.map((model) => [model.id, model] as const))('%s is that of the registry', (id, { price, over }) => {
    const perMillion = (rate: bigint | undefined) => exactDollars((rate ?? 0n) * 1_000_000n);
    for (const kind of ['input', 'output', 'write5m', 'write1h', 'read'] as const) {
      expect(perMillion(prices.of(id)?.[kind])).toBe(exactDollars(parseDollars(price[kind]) ?? 0n));
    }
    expect(prices.threshold(id)).toBe(over?.tokens ?? Number.POSITIVE_INFINITY);
  });

  it('is unknown for a version that the registry does not have', () => {
    for (const { id } of MODELS) expect(prices.of(`${id}-99`), id).toBeUndefined();
  });
});

function costIn(model: string, usage: object): number {
  const record = usageOf({ type: 'assistant', message: { id: 'm', model, content: [], usage } });
  if (!record) throw new Error('no usage');
  const isOver = isOverTier(model, record, prices);
  return Number(exactDollars(costOf({ ...emptyUsage(NO_SESSION), ...record, isOver }, prices) ?? -1n));
}
