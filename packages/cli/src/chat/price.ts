import type { PriceOf } from '@unspool/agent';
import { usageOf } from '@unspool/session';
import type { Prices } from '@unspool/store';
import { costWith } from '../trace/cost-of.js';

/** What one reply costs, by the same prices as `unspool usage`. */
export function priceOf(prices: Prices): PriceOf {
  const costOf = costWith(() => prices);
  return (model, usage) => {
    const record = usageOf({ type: 'assistant', message: { model, content: [], usage } });
    return record && costOf(record)?.total;
  };
}
