import type { UsageRecord } from '@unspool/session';
import { US_TENTHS } from '@unspool/session/models';
import {
  costOf,
  emptyUsage,
  exactDollars,
  isOverTier,
  type Money,
  NO_SESSION,
  type Price,
  type Prices,
  type Rates,
  ratesOf,
  type Usage,
} from '@unspool/store';
import type { Cost } from '@unspool/trace';

/** What a reply cost, by the same prices as `unspool usage`. Undefined if the model has no price. */
export function costWith(pricesOf: () => Prices): (usage: UsageRecord) => Cost | undefined {
  return (record) => {
    const prices = pricesOf();
    const price = prices.of(record.model);
    if (!price) return undefined;
    // Each part is charged at the tier of the whole request.
    const isOver = isOverTier(record.model, record, prices);
    return quickCost(record, ratesIn(price, record, isOver), prices) ?? exactCost(record, isOver, prices);
  };
}

/** As numbers, which are exact as long as none gets too large. Undefined if one does. */
function quickCost(record: UsageRecord, rates: NumberRates, { webSearch }: Prices): Cost | undefined {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, isUs } = record;
  const parts = [
    input * rates.input,
    output * rates.output,
    cacheRead * rates.read,
    cacheWrite5m * rates.write5m,
    cacheWrite1h * rates.write1h,
  ] as const;
  const tokens = parts[0] + parts[1] + parts[2] + parts[3] + parts[4];
  const total = located(tokens, isUs) + webSearches * Number(webSearch);
  const isExact = total < LARGEST && tokens < LARGEST && areCounts(record);
  if (!isExact) return undefined;
  return {
    input: located(parts[0], isUs) / DOLLAR,
    output: located(parts[1], isUs) / DOLLAR,
    cacheRead: located(parts[2], isUs) / DOLLAR,
    cacheWrite5m: located(parts[3], isUs) / DOLLAR,
    cacheWrite1h: located(parts[4], isUs) / DOLLAR,
    total: total / DOLLAR,
  };
}

function areCounts(record: UsageRecord): boolean {
  for (const part of PARTS) if (!(Number.isInteger(record[part]) && record[part] >= 0)) return false;
  return true;
}

/** At the US rate, rounded down. */
function located(money: number, isUs: boolean): number {
  if (!isUs) return money;
  const tenths = money * US_TENTHS;
  return (tenths - (tenths % 10)) / 10;
}

type NumberRates = Record<keyof Rates, number>;
const asNumbers = new WeakMap<Rates, NumberRates>();

function ratesIn(price: Price, { isFast }: UsageRecord, isOver: boolean): NumberRates {
  const rates = ratesOf({ isFast, isOver }, price);
  let numbers = asNumbers.get(rates);
  if (!numbers) {
    const { input, output, read, write5m, write1h } = rates;
    numbers = {
      input: Number(input),
      output: Number(output),
      read: Number(read),
      write5m: Number(write5m),
      write1h: Number(write1h),
    };
    asNumbers.set(rates, numbers);
  }
  return numbers;
}

function exactCost(record: UsageRecord, isOver: boolean, prices: Prices): Cost {
  const { model, isFast, isUs, time } = record;
  // One object for all parts: creating one for each would cost more than adding.
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
}

const PARTS = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'webSearches'] as const;
type Part = (typeof PARTS)[number];

const NOTHING = emptyUsage(NO_SESSION);

const EXACT = BigInt(Number.MAX_SAFE_INTEGER);
/** Its tenths at the US rate are exact as well. */
const LARGEST = Number.MAX_SAFE_INTEGER / US_TENTHS;
const DOLLAR = 1e15;

/** The nearest number. Dividing two exact numbers rounds the same way as parsing the digits, and is much faster. */
function inDollars(money: Money): number {
  return money <= EXACT ? Number(money) / DOLLAR : Number(exactDollars(money));
}
