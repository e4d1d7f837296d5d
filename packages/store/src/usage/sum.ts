import { type Tokens, totalTokens } from '@unspool/session';
import { addTokens, noTokens } from '@unspool/session/model';
import { isImpossible } from './impossible.js';
import type { Money } from './money.js';
import type { Prices } from './prices.js';
import { costOf, type Usage } from './usage.js';

/** The values in a row of a report. */
export interface Sum {
  tokens: Tokens;
  replies: number;
  webSearches: number;
  /** The cost of replies whose model has a price. */
  cost: Money;
  /** Tokens by model of replies without a price, which `cost` leaves out. */
  unpriced: Map<string, number>;
  models: Map<string, ModelSum>;
  /** Tokens of replies that only the ledger knows. */
  goneTokens: number;
  /** Sessions whose tokens are unknown. */
  unrecorded: number;
  /** Some counts are larger than replies can have. */
  hasImpossible: boolean;
}

/** Whether it is a sum of nothing but unknown counts. */
export function isUnrecorded({ replies, unrecorded }: Pick<Sum, 'replies' | 'unrecorded'>): boolean {
  return replies === 0 && unrecorded > 0;
}

export interface ModelSum {
  tokens: Tokens;
  replies: number;
  cost: Money | undefined;
}

export function newSum(): Sum {
  return {
    tokens: noTokens,
    replies: 0,
    webSearches: 0,
    cost: 0n,
    unpriced: new Map(),
    models: new Map(),
    goneTokens: 0,
    unrecorded: 0,
    hasImpossible: false,
  };
}

export function addUsage(sum: Sum, usage: Usage, prices: Prices): void {
  const cost = costOf(usage, prices);
  sum.tokens = addTokens(sum.tokens, usage);
  sum.replies += usage.replies;
  sum.webSearches += usage.webSearches;
  const count = totalTokens(usage);
  if (cost === undefined) sum.unpriced.set(usage.model, (sum.unpriced.get(usage.model) ?? 0) + count);
  else sum.cost += cost;
  if (usage.isGone) sum.goneTokens += count;
  if (isImpossible(usage)) sum.hasImpossible = true;
  const model = sum.models.get(usage.model);
  sum.models.set(usage.model, {
    tokens: addTokens(model?.tokens ?? noTokens, usage),
    replies: (model?.replies ?? 0) + usage.replies,
    cost: cost === undefined ? undefined : (model?.cost ?? 0n) + cost,
  });
}
