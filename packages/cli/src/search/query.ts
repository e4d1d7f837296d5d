import { NoWordError, QueryError } from '@unspool/store';
import { UserError } from '../user-error.js';

/** Parses a query. A mistake in it becomes a UserError. */
export function wellFormed<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof QueryError) && !(error instanceof SyntaxError)) throw error;
    const hint =
      error instanceof NoWordError
        ? 'To search for symbols, use --exact.'
        : 'To search for text as it is, parentheses too, use --exact.';
    throw new UserError('Cannot read the query.', { why: error.message, hint, isUsage: true });
  }
}
