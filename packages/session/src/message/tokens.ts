import type { Usage } from '../entry/assistant.js';

/** The token counts of one reply, each token in exactly one of them. */
export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
}

export const noTokens: Readonly<Tokens> = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

/** Where only the sum of cache writes is known they count as 5-minute writes, as the API bills them by default. */
export function tokensOf(usage: Usage): Tokens {
  const created = count(usage.cache_creation_input_tokens);
  const split = usage.cache_creation;
  const hour = count(split?.ephemeral_1h_input_tokens);
  const fiveMinutes = count(split?.ephemeral_5m_input_tokens);
  return {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cacheRead: count(usage.cache_read_input_tokens),
    cacheWrite5m: hour + fiveMinutes > 0 ? fiveMinutes : created,
    cacheWrite1h: hour,
  };
}

export function addTokens(a: Readonly<Tokens>, b: Readonly<Tokens>): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
  };
}

export function totalTokens(tokens: Readonly<Tokens>): number {
  return tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h;
}

/**
 * Which of two reports of the same reply counts: the one with more output, the later one when they are equal.
 * Lines written while the reply streamed hold its starting value.
 */
export function laterUsage<T extends { output: number }>(earlier: T | undefined, later: T): T {
  return earlier !== undefined && earlier.output > later.output ? earlier : later;
}

/** Whole, and small enough to be added up: anything else is no count of tokens. */
function count(value: unknown): number {
  const whole = typeof value === 'number' ? Math.floor(value) : 0;
  return Number.isSafeInteger(whole) && whole > 0 ? whole : 0;
}
