import { UserError } from '../user-error.js';

/** The number of rows that `--limit` allows. */
export function rowLimitOf(limit: string | undefined): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d*$/.test(limit)) return Number(limit);
  throw new UserError(`--limit takes a number of rows, not "${limit}".`, { hint: 'For example: -n 10', isUsage: true });
}
