import { type Tokens, totalTokens } from '@unspool/session';
import { US_TENTHS } from '@unspool/session/models';
import type { Money } from './money.js';
import type { Price, Prices, Rates } from './prices.js';

/** Usage of one or more replies with the same price: the unit that reports add up. */
export interface Usage extends Tokens {
  replies: number;
  webSearches: number;
  model: string;
  isFast: boolean;
  isUs: boolean;
  /** The requests are so large that the model's higher tier applies. */
  isOver: boolean;
  /** Milliseconds: the time of the reply, or the start of the quarter hour of these replies; NaN if unknown. */
  time: number;
  session: SessionRef;
  /** From a sub-agent. */
  isAgent: boolean;
  /** No transcript has these replies any more, only the ledger. */
  isGone: boolean;
  /** The session's agent recorded no tokens, so that they are unknown: nothing is counted but the session. */
  isUnrecorded?: true;
}

/** The session that a reply is counted for. One object per session, so that it can be compared and used as a key. */
export interface SessionRef {
  sessionId: string;
  slug: string;
  /** The working folder in its lines. A function, since only some reports need it. */
  cwd(): string | undefined;
  /** The repository of the folder if that is a worktree, else the folder; absent if not looked up yet. */
  repo?(): string | undefined;
  /** The person, in a team. */
  person?: string;
  /** The agent, if not Claude Code. */
  client?: string;
}

/** For reports without sessions. */
export const NO_SESSION: SessionRef = { sessionId: '', slug: '', cwd: () => undefined };

/** Undefined if the model has no price. */
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

/** The rates that apply: fast, above the tier, or normal. */
export function ratesOf({ isOver, isFast }: Pick<Usage, 'isOver' | 'isFast'>, price: Price): Rates {
  if (isFast && price.fast) return price.fast;
  return isOver && price.over ? price.over : price;
}

/** The ledger of an older Unspool may have fractions. */
function whole(count: number): bigint {
  return BigInt(Number.isFinite(count) ? Math.floor(count) : 0);
}

/** Whether a request reaches the model's higher tier. */
export function isOverTier(model: string, tokens: Tokens, prices: Prices): boolean {
  return tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h > prices.threshold(model);
}

/** Adds more replies with the same price. */
export function addCounts(group: Usage, more: Tokens & { replies: number; webSearches: number }): void {
  group.replies += more.replies;
  group.webSearches += more.webSearches;
  group.input += more.input;
  group.output += more.output;
  group.cacheRead += more.cacheRead;
  group.cacheWrite5m += more.cacheWrite5m;
  group.cacheWrite1h += more.cacheWrite1h;
}

/** Whether this is a record of a tool's web searches, which has no tokens and is not a reply. */
export function isSearch(usage: Tokens & { webSearches: number }): boolean {
  return usage.webSearches > 0 && totalTokens(usage) === 0;
}

export function unrecordedUsage(session: SessionRef, time: number): Usage {
  return { ...emptyUsage(session), replies: 0, time, isUnrecorded: true };
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
