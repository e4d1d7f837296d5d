import { newTokens, type Tokens, totalTokens } from '../model/token-counts.js';

/** The words for token counts in the command line, the app and exports, as defined in docs/usage.md. */
export const TOKEN_WORDS = {
  total: 'tokens',
  new: 'new',
  input: 'input',
  output: 'output',
  cacheRead: 'cache read',
  cacheWrite: 'cache write',
} as const;

/** Formats a count, for example 4100 as "4.1k". */
export type ShowCount = (count: number) => string;

/** For example "4.1k tokens". */
export function totalText(tokens: Readonly<Tokens>, show: ShowCount): string {
  const total = totalTokens(tokens);
  return `${show(total)} ${total === 1 ? 'token' : TOKEN_WORDS.total}`;
}

/** For example "120 new". */
export function newText(tokens: Readonly<Tokens>, show: ShowCount): string {
  return `${show(newTokens(tokens))} ${TOKEN_WORDS.new}`;
}

/** For example "4.1k tokens, 120 new, 80 output". */
export function tokensText(tokens: Readonly<Tokens>, show: ShowCount): string {
  const output = `${show(tokens.output)} ${TOKEN_WORDS.output}`;
  return `${totalText(tokens, show)}, ${newText(tokens, show)}, ${output}`;
}
