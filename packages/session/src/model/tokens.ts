import { paths } from '../format/paths.js';
import type { Usage } from '../format/schema.js';
import { type Fields, ParsedFields } from '../read/fields.js';
import type { Path } from '../read/path.js';
import type { Tokens } from './token-counts.js';

const { usage } = paths.message;

/** Token counts that are all zero. */
export const noTokens: Readonly<Tokens> = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

/**
 * Returns the counts on a reply's line; undefined if it reports no usage. If only the sum of cache writes is known,
 * they count as 5-minute writes, as the API bills them by default.
 */
export function tokensIn(fields: Fields): Tokens | undefined {
  if (!fields.isObject(usage)) return undefined;
  const hour = count(fields, usage.cache_creation.ephemeral_1h_input_tokens);
  const fiveMinutes = count(fields, usage.cache_creation.ephemeral_5m_input_tokens);
  return {
    input: count(fields, usage.input_tokens),
    output: count(fields, usage.output_tokens),
    cacheRead: count(fields, usage.cache_read_input_tokens),
    cacheWrite5m: hour + fiveMinutes > 0 ? fiveMinutes : count(fields, usage.cache_creation_input_tokens),
    cacheWrite1h: hour,
  };
}

export function tokensOf(reported: Usage): Tokens {
  return tokensIn(new ParsedFields({ message: { usage: reported } })) ?? noTokens;
}

/** Adds two token counts. */
export function addTokens(a: Readonly<Tokens>, b: Readonly<Tokens>): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
  };
}

/**
 * Chooses between two reports of the same reply: the one with more output, or the later one if they are equal. Lines
 * written while the reply streamed contain its starting value.
 */
export function laterUsage<T extends { output: number }>(earlier: T | undefined, later: T): T {
  return earlier !== undefined && earlier.output > later.output ? earlier : later;
}

/** Returns a whole number that is small enough to be added up; anything else is not a token count. */
function count(fields: Fields, path: Path): number {
  const whole = Math.floor(fields.number(path) ?? 0);
  return Number.isSafeInteger(whole) && whole > 0 ? whole : 0;
}
