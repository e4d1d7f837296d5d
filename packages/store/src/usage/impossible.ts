import { type Tokens, totalTokens } from '@unspool/session';

/** Far more than fits into the context window of any model. */
const MAX_PER_REPLY = 5_000_000;

/**
 * Whether the tokens are more than these replies can have; a client would not write it. It is counted as it is, since the correct
 * value is unknown, but it is reported, and charts are not scaled to it.
 */
export function isImpossible(usage: Tokens & { replies: number }): boolean {
  return totalTokens(usage) > usage.replies * MAX_PER_REPLY;
}
