import type { UsageRecord } from '@unspool/session';
import { costOf, exactDollars, isOverTier, type Money, type Prices, type Usage } from '@unspool/store';
import type { Cost } from '@unspool/trace';

/** What a reply cost, by the same prices as `unspool usage`. Undefined when the model has no price. */
export function costWith(pricesOf: () => Prices): (usage: UsageRecord) => Cost | undefined {
  return (record) => {
    const prices = pricesOf();
    if (!prices.of(record.model)) return undefined;
    const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, model, isFast, isUs, time } = record;
    // A part is paid at the tier of the whole request.
    const isOver = isOverTier(model, record, prices);
    const nothing: Usage = { ...NOTHING, model, isFast, isUs, isOver, time };
    const cost = (part: Partial<Usage>) => inDollars(costOf({ ...nothing, ...part }, prices) ?? 0n);
    return {
      input: input === 0 ? 0 : cost({ input }),
      output: output === 0 ? 0 : cost({ output }),
      cacheRead: cacheRead === 0 ? 0 : cost({ cacheRead }),
      cacheWrite5m: cacheWrite5m === 0 ? 0 : cost({ cacheWrite5m }),
      cacheWrite1h: cacheWrite1h === 0 ? 0 : cost({ cacheWrite1h }),
      total: cost({ input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches }),
    };
  };
}

const NOTHING = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
  replies: 1,
  session: { sessionId: '', slug: '', cwd: () => undefined },
  isAgent: false,
  isGone: false,
};

const EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const DOLLAR = 1e15;

/** The number nearest to it. One division of two exact numbers rounds as reading its digits would, and is far quicker. */
function inDollars(money: Money): number {
  return money <= EXACT ? Number(money) / DOLLAR : Number(exactDollars(money));
}
