import type { UsageRecord } from '@unspool/session';
import { addUsage, exactDollars, newSum, type Prices, type Usage } from '@unspool/store';
import type { Cost } from '@unspool/trace';

const KINDS = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const;

/** What a reply cost, by the same prices as `unspool usage`. Undefined when the model has no price. */
export function costWith(prices: () => Prices): (usage: UsageRecord) => Cost | undefined {
  return (record) => {
    if (!prices().of(record.model)) return undefined;
    const parts = Object.fromEntries(KINDS.map((kind) => [kind, dollars(only(record, kind), prices())]));
    return { ...parts, total: dollars(record, prices()) };
  };
}

function dollars(record: UsageRecord, prices: Prices): number {
  const sum = newSum();
  addUsage(sum, usageFrom(record, prices), prices);
  return Number(exactDollars(sum.cost));
}

function usageFrom(record: UsageRecord, prices: Prices): Usage {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, model, isFast, isUs, time } = record;
  const isOver = isOverTier(record, prices);
  const tokens = { input, output, cacheRead, cacheWrite5m, cacheWrite1h };
  return {
    ...tokens,
    webSearches,
    model,
    isFast,
    isUs,
    isOver,
    time,
    replies: 1,
    session: NO_SESSION,
    isAgent: false,
    isGone: false,
  };
}

const NO_SESSION = { sessionId: '', slug: '', cwd: () => undefined };

/** A part is paid at the tier of the whole request. */
function isOverTier(record: UsageRecord & { whole?: number }, prices: Prices): boolean {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = record;
  const asked = record.whole ?? input + cacheRead + cacheWrite5m + cacheWrite1h;
  return asked > prices.threshold(record.model);
}

function only(record: UsageRecord, kind: (typeof KINDS)[number]): UsageRecord & { whole: number } {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = record;
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 };
  return { ...record, ...none, [kind]: record[kind], whole: input + cacheRead + cacheWrite5m + cacheWrite1h };
}
