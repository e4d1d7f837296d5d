import { type Reply, totalTokens } from '@unspool/session';
import { noTokens } from '@unspool/session/model';
import {
  addUsage,
  isOverTier,
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
  /** Replies that are not billed by their tokens alone, by `message.id`. */
  special: ReadonlyMap<string, Omit<SpecialReply, 'key'>>;
}

/** What replies cost, excluding those that were already counted. */
export function costOfReplies(replies: readonly Reply[], { prices, special }: Billing, counted: Set<string>): Sum {
  const sum = newSum();
  // One object is reused for all: a session can have tens of thousands of replies.
  const usage: Usage = {
    ...noTokens,
    ...PLAIN,
    replies: 1,
    model: '',
    isOver: false,
    time: Number.NaN,
    session: NOBODY,
    isAgent: false,
    isGone: false,
  };
  for (const { messageId, model = '', tokens, isSynthetic } of replies) {
    if (!tokens || isSynthetic || totalTokens(tokens) === 0) continue;
    if (messageId !== undefined && counted.has(messageId)) continue;
    if (messageId !== undefined) counted.add(messageId);
    const { isFast, isUs, webSearches } = (messageId === undefined ? undefined : special.get(messageId)) ?? PLAIN;
    Object.assign(usage, tokens);
    usage.model = model;
    usage.isOver = isOverTier(model, tokens, prices);
    usage.isFast = isFast;
    usage.isUs = isUs;
    usage.webSearches = webSearches;
    addUsage(sum, usage, prices);
  }
  return sum;
}
