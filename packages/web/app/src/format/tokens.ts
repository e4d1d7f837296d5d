import type { TokenCounts } from '../api/contract.js';
import { count } from './number.js';

/** Everything that went through the model. */
export function totalOf(tokens: TokenCounts): number {
  return tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h;
}

/** What the total counts, for who wonders why turns show less. */
export function whatTotalCounts(tokens: TokenCounts, agents = 0): string {
  const withAgents = agents > 0 ? ', sub-agents and' : ',';
  const cached = `${count(tokens.cacheRead)} from the cache`;
  return `${count(totalOf(tokens))} tokens${withAgents} ${cached} included; turns show theirs without the cache`;
}

/** Without what came from the cache: what a turn added. */
export function freshOf(tokens: TokenCounts): number {
  return tokens.input + tokens.output + tokens.cacheWrite5m + tokens.cacheWrite1h;
}
