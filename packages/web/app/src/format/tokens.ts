import { tokensText } from '@unspool/session/tokens';
import type { TokenCounts } from '../api/contract.js';
import { count } from './number.js';

/** A session's or sub-agent's counts in full, for a tooltip. */
export function tokensInFull(tokens: TokenCounts, agents = 0): string {
  return `${tokensText(tokens, count)}${agents > 0 ? '; sub-agents included' : ''}`;
}
