import type { UsageRecord } from '@unspool/session';
import { costOf, exactDollars, isOverTier, type Money, type Prices, type Usage } from '@unspool/store';
import type { Cost } from '@unspool/trace';

/** What a reply cost, by the same prices as `unspool usage`. Undefined when the model has no price. */
export function costWith(pricesOf: () => Prices): (usage: UsageRecord) => Cost | undefined {
  return (record) => {
    const prices = pricesOf();
    if (!prices.of(record.model)) return undefined;
    const { model, isFast, isUs, time } = record;
    // A part is paid at the tier of the whole request.
    const isOver = isOverTier(model, record, prices);
    // One for all parts: objects made anew for each would cost more than the sums.
    const usage: Usage = { ...NOTHING, model, isFast, isUs, isOver, time };
    const inAll = () => inDollars(costOf(usage, prices) ?? 0n);
    const partly = (part: Part) => {
      if (record[part] === 0) return 0;
      usage[part] = record[part];
      const dollars = inAll();
      usage[part] = 0;
      return dollars;
    };
    const parts = {
      input: partly('input'),
      output: partly('output'),
      cacheRead: partly('cacheRead'),
      cacheWrite5m: partly('cacheWrite5m'),
      cacheWrite1h: partly('cacheWrite1h'),
    };
    for (const part of PARTS) usage[part] = record[part];
    return { ...parts, total: inAll() };
  };
}

const PARTS = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'webSearches'] as const;
type Part = (typeof PARTS)[number];

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
