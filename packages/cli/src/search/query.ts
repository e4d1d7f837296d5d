import { NoWordError, QueryError } from '@unspool/store';
import { UserError } from '../user-error.js';

/** Parses a query. A mistake in it becomes a UserError. */
export function wellFormed<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof QueryError) && !(error instanceof SyntaxError)) throw error;
    const hint = `To search for ${error instanceof NoWordError ? 'symbols' : 'the text literally'}, use --exact.`;
    const why = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
    throw new UserError('Cannot read the query.', { why, hint, isUsage: true });
  }
}
