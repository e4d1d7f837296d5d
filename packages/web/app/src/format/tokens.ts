import type { TokenCounts } from '../api/contract.js';

/** Everything that went through the model. */
export function totalOf(tokens: TokenCounts): number {
  return tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h;
}

/** Without what came from the cache: what a turn added. */
export function freshOf(tokens: TokenCounts): number {
  return tokens.input + tokens.output + tokens.cacheWrite5m + tokens.cacheWrite1h;
}
