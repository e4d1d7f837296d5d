import { type Tokens, totalTokens } from '@unspool/session';
import { US_TENTHS } from '@unspool/session/models';
import type { Money } from './money.js';
import type { Price, Prices, Rates } from './prices.js';

/** Usage of one or more replies that are billed alike: the grain that reports are made of. */
export interface Usage extends Tokens {
  replies: number;
  webSearches: number;
  model: string;
  isFast: boolean;
  isUs: boolean;
  /** Of requests so large that the model's higher tier applies. */
  isOver: boolean;
  /** Milliseconds: of the reply, or when the quarter of an hour began in which these replies came; NaN when unknown. */
  time: number;
  session: SessionRef;
  /** A sub-agent's. */
  isAgent: boolean;
  /** No transcript holds these replies any more; only the ledger does. */
  isGone: boolean;
}

/** The session a reply is counted for. One object a session, so that it can be compared and be a key. */
export interface SessionRef {
  sessionId: string;
  slug: string;
  /** Where it worked, as its lines say; asked for only by the reports that show it. */
  cwd(): string | undefined;
  /** The repository that this folder is a worktree of, or the folder itself, where somebody has looked already. */
  repo?(): string | undefined;
  /** Whose it is, in a team. */
  person?: string;
}

/** Where reports tell no sessions apart. */
export const NO_SESSION: SessionRef = { sessionId: '', slug: '', cwd: () => undefined };

/** Undefined when the model has no price. */
export function costOf(usage: Usage, prices: Prices): Money | undefined {
  const price = prices.of(usage.model);
  if (!price) return undefined;
  const rates = ratesOf(usage, price);
  const tokens =
    whole(usage.input) * rates.input +
    whole(usage.output) * rates.output +
    whole(usage.cacheRead) * rates.read +
    whole(usage.cacheWrite5m) * rates.write5m +
    whole(usage.cacheWrite1h) * rates.write1h;
  const located = usage.isUs ? (tokens * BigInt(US_TENTHS)) / 10n : tokens;
  return located + whole(usage.webSearches) * prices.webSearch;
}

/** Of a price that can be another one for large or for fast requests. */
export function ratesOf({ isOver, isFast }: Pick<Usage, 'isOver' | 'isFast'>, price: Price): Rates {
  if (isFast && price.fast) return price.fast;
  return isOver && price.over ? price.over : price;
}

/** A ledger of an older Unspool may hold fractions. */
function whole(count: number): bigint {
  return BigInt(Number.isFinite(count) ? Math.floor(count) : 0);
}

/** Whether a request reaches the model's higher tier. */
export function isOverTier(model: string, tokens: Tokens, prices: Prices): boolean {
  return tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h > prices.threshold(model);
}

/** To replies that are billed alike, more of them. */
export function addCounts(heap: Usage, more: Tokens & { replies: number; webSearches: number }): void {
  heap.replies += more.replies;
  heap.webSearches += more.webSearches;
  heap.input += more.input;
  heap.output += more.output;
  heap.cacheRead += more.cacheRead;
  heap.cacheWrite5m += more.cacheWrite5m;
  heap.cacheWrite1h += more.cacheWrite1h;
}

/** Searches that a tool made are no reply: they have no tokens. */
export function isSearch(usage: Tokens & { webSearches: number }): boolean {
  return usage.webSearches > 0 && totalTokens(usage) === 0;
}

export function emptyUsage(session: SessionRef): Usage {
  return {
    replies: 1,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    model: '',
    isFast: false,
    isUs: false,
    isOver: false,
    time: Number.NaN,
    session,
    isAgent: false,
    isGone: false,
  };
}
