import type { Usage } from '@unspool/session/read';
import type { Totals } from './event.js';

/** The cost of a reply in dollars; undefined if the model's price is unknown. */
export type PriceOf = (model: string, usage: Usage) => number | undefined;

export interface ModelTotals {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  cost: number;
}

/** Counts tokens and cost of a session, including its sub-agents. */
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

  /** Adds a reply and returns its cost. */
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

/** The tokens of a request and its reply together. */
export function contextTokensOf(usage: Usage): number {
  return (
    (usage.input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.output_tokens ?? 0)
  );
}
