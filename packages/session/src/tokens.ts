/** Token counts: their sums and the words for them, and short numbers. Runs in a browser too. */
export { newTokens, type Tokens, totalTokens } from './model/token-counts.js';
export { shortDuration, shortNumber, shortSize } from './shown/numbers.js';
export { newText, type ShowCount, TOKEN_WORDS, tokensText, totalText } from './shown/token-words.js';
