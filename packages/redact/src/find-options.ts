import type { SecretPattern } from './patterns.js';

export interface FindOptions {
  /** Patterns to find in addition to the built-in ones. */
  patterns?: readonly SecretPattern[];
  /** Exact values to leave alone: test keys, examples from documentation. */
  allow?: readonly string[];
}
