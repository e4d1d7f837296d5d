import { NoWordError, QueryError } from '@unspool/store';
import { UserError } from '../user-error.js';

/** What was typed, understood; or said to be wrong. */
export function wellFormed<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof QueryError) && !(error instanceof SyntaxError)) throw error;
    const hint = error instanceof NoWordError ? 'Use --exact to look for signs.' : undefined;
    throw new UserError('The search cannot be understood.', {
      why: error.message,
      isUsage: true,
      ...(hint !== undefined && { hint }),
    });
  }
}
