import { tokensText } from '@unspool/session/tokens';
import type { TokenCounts } from '../api/contract.js';
import { count } from './number.js';

/** In place of a session's counts. */
export const UNRECORDED = 'Unknown: its agent recorded no tokens';

/** A session's or sub-agent's counts in full, for a tooltip. */
export function tokensInFull(tokens: TokenCounts, agents = 0): string {
  return `${tokensText(tokens, count)}${agents > 0 ? '; sub-agents included' : ''}`;
}
