import { QUARTER } from '../usage/calendar.js';

/**
 * Quarter hours as numbered in `slots`: from 0 in 1970; -1 for replies without a time, and below that the quarters before
 * 1970.
 */
const UNKNOWN = -1;

export function quarterOf(time: number): number {
  const quarter = Math.floor(time / QUARTER);
  return quarter < 0 ? quarter + UNKNOWN : quarter;
}

/** The start of a quarter; NaN for the unknown one. */
export function timeOfQuarter(quarter: number): number {
  if (quarter === UNKNOWN) return Number.NaN;
  return (quarter < 0 ? quarter - UNKNOWN : quarter) * QUARTER;
}

/** The same in SQL for a column `time`. SQL division truncates towards zero. */
export const QUARTER_OF_TIME = `CASE WHEN time IS NULL THEN ${UNKNOWN} WHEN time < 0
  THEN (time + 1) / ${QUARTER} - 1 + ${UNKNOWN} ELSE time / ${QUARTER} END`;
