import type { Usage } from '@unspool/session/read';
import type { Totals } from './event.js';

/** Dollars for one reply; undefined when the model's price is not known. Prices come from the edge. */
export type PriceOf = (model: string, usage: Usage) => number | undefined;

export interface ModelTotals {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  cost: number;
}

/** Counts tokens and money of one session, its sub-agents included. */
export class Counter {
  readonly models = new Map<string, ModelTotals>();
  readonly totals: Totals = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    cost: 0,
    hasUnknownCost: false,
    apiMs: 0,
    requests: 0,
  };

  constructor(private readonly priceOf: PriceOf) {}

  /** The cost of this reply. */
  add(model: string, usage: Usage, apiMs: number): number | undefined {
    const cost = this.priceOf(model, usage);
    const mine = this.models.get(model) ?? noTotals();
    this.models.set(model, mine);
    for (const sum of [this.totals, mine]) {
      sum.inputTokens += usage.input_tokens ?? 0;
      sum.outputTokens += usage.output_tokens ?? 0;
      sum.cacheReadTokens += usage.cache_read_input_tokens ?? 0;
      sum.cacheCreationTokens += usage.cache_creation_input_tokens ?? 0;
      sum.cost += cost ?? 0;
    }
    this.totals.apiMs += apiMs;
    this.totals.requests++;
    if (cost === undefined) this.totals.hasUnknownCost = true;
    return cost;
  }
}

function noTotals(): ModelTotals {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0, cost: 0 };
}

/** Everything that one request and its reply put into the context. */
export function contextTokensOf(usage: Usage): number {
  return (
    (usage.input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.output_tokens ?? 0)
  );
}
