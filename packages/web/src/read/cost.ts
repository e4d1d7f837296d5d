import { type Reply, totalTokens } from '@unspool/session';
import {
  addUsage,
  newSum,
  type Prices,
  type SessionRef,
  type SpecialReply,
  type Sum,
  type Usage,
} from '@unspool/store';

const PLAIN = { isFast: false, isUs: false, webSearches: 0 };
const NOBODY: SessionRef = { sessionId: '', slug: '', cwd: () => undefined };

export interface Billing {
  prices: Prices;
  /** Replies that are billed in another way than by their tokens alone, by their `message.id`. */
  special: ReadonlyMap<string, Omit<SpecialReply, 'key'>>;
}

/** What replies cost; those that were counted already are left out. */
export function costOfReplies(replies: readonly Reply[], { prices, special }: Billing, counted: Set<string>): Sum {
  const sum = newSum();
  for (const { messageId, model, tokens, isSynthetic } of replies) {
    if (!tokens || isSynthetic || totalTokens(tokens) === 0) continue;
    if (messageId !== undefined && counted.has(messageId)) continue;
    if (messageId !== undefined) counted.add(messageId);
    const input = tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h;
    const { isFast, isUs, webSearches } = (messageId === undefined ? undefined : special.get(messageId)) ?? PLAIN;
    const usage: Usage = {
      ...tokens,
      isFast,
      isUs,
      webSearches,
      replies: 1,
      model: model ?? '',
      isOver: input > prices.threshold(model ?? ''),
      time: Number.NaN,
      session: NOBODY,
      isAgent: false,
      isGone: false,
    };
    addUsage(sum, usage, prices);
  }
  return sum;
}
