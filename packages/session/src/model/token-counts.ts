/** The token counts of one reply; each token is in exactly one of them. */
export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
}

/** Returns the sum of all token counts: what every surface calls "tokens". */
export function totalTokens(tokens: Readonly<Tokens>): number {
  return newTokens(tokens) + tokens.cacheRead;
}

/** Returns all tokens except cache reads: input, output and cache writes. */
export function newTokens(tokens: Readonly<Tokens>): number {
  return tokens.input + tokens.output + tokens.cacheWrite5m + tokens.cacheWrite1h;
}
