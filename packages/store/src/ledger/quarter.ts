import { QUARTER } from '../usage/calendar.js';

/**
 * Quarters of an hour as `slots` numbers them: from 1970 on, -1 for replies of which nobody knows the time, and below it
 * the quarters before 1970.
 */
const UNKNOWN = -1;

export function quarterOf(time: number): number {
  const quarter = Math.floor(time / QUARTER);
  return quarter < 0 ? quarter + UNKNOWN : quarter;
}

/** When a quarter began; NaN for the unknown one. */
export function timeOfQuarter(quarter: number): number {
  if (quarter === UNKNOWN) return Number.NaN;
  return (quarter < 0 ? quarter - UNKNOWN : quarter) * QUARTER;
}

/** The same in SQL, whose division cuts towards zero, of a column `time`. */
export const QUARTER_OF_TIME = `CASE WHEN time IS NULL THEN ${UNKNOWN} WHEN time < 0
  THEN (time + 1) / ${QUARTER} - 1 + ${UNKNOWN} ELSE time / ${QUARTER} END`;
