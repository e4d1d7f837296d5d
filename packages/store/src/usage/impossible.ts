import { type Tokens, totalTokens } from '@unspool/session';

/** No window of any model holds as much; what one reply reads and writes stays far below. */
const MOST_PER_REPLY = 5_000_000;

/**
 * Whether replies are said to have used what no reply can: somebody's number, not a client's. It is counted as it
 * stands, since nobody knows the right one, but it is named, and plots are not drawn to its measure.
 */
export function isImpossible(usage: Tokens & { replies: number }): boolean {
  return totalTokens(usage) > usage.replies * MOST_PER_REPLY;
}
