import type { PriceOf } from '@unspool/agent';
import { tokensOf } from '@unspool/session';
import { exactDollars, type Prices } from '@unspool/store';

/** What one reply costs, by the price table. */
export function priceOf(prices: Prices): PriceOf {
  return (model, usage) => {
    const price = prices.of(model);
    if (!price) return undefined;
    const tokens = tokensOf(usage);
    const money =
      price.input * BigInt(tokens.input) +
      price.output * BigInt(tokens.output) +
      price.read * BigInt(tokens.cacheRead) +
      price.write5m * BigInt(tokens.cacheWrite5m) +
      price.write1h * BigInt(tokens.cacheWrite1h);
    return Number(exactDollars(money));
  };
}
