/** Token counts: their sums and the words for them. Runs in a browser too. */
export { newTokens, type Tokens, totalTokens } from './model/token-counts.js';
export { newText, type ShowCount, TOKEN_WORDS, tokensText, totalText } from './shown/token-words.js';
