import type { SecretPattern } from './patterns.js';

export interface FindOptions {
  /** Secrets of your own, found beside the built-in ones. */
  patterns?: readonly SecretPattern[];
  /** Exact values that are no secrets here: test keys, documentation examples. */
  allow?: readonly string[];
}
