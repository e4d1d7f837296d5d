import type { Database } from '../sqlite/database.js';
import { type Calendar, QUARTER } from '../usage/calendar.js';
import { NO_SESSION, type Usage } from '../usage/usage.js';
import { modelNames, rowsOf, type SlotRow, usageOfSlot } from './ledger-usage.js';

/**
 * All usage in the ledger by day, model and price class, for reports without sessions. SQLite does the sums, so the cost of
 * a report depends on its number of rows.
 */
export function ledgerDays(database: Database, calendar: Calendar): Usage[] {
  const models = modelNames(database);
  const rows = rowsOf<SlotRow>(
    database,
    `SELECT json_group_array(json_array(0, first, model, flags, is_agent, is_gone, replies, input, output, cache_read,
       cache_write_5m, cache_write_1h, web_searches)) AS rows
     FROM (SELECT min(quarter) AS first, model, flags, is_agent, is_gone, sum(replies) AS replies, sum(input) AS input,
         sum(output) AS output, sum(cache_read) AS cache_read, sum(cache_write_5m) AS cache_write_5m,
         sum(cache_write_1h) AS cache_write_1h, sum(web_searches) AS web_searches
       FROM slots GROUP BY (${dayExpression(database, calendar)}) * ${DAYS} + model * 32 + flags * 4 + is_agent * 2 + is_gone)`,
  );
  return rows.map((row) => usageOfSlot(NO_SESSION, row, models));
}

/** Grouping sorts, and sorting one number is faster than five, so day, model and price class are packed into one. */
const DAYS = 2 ** 40;
const DAY = 96;
const MAX_DAYS = 10_000;

/** An SQL expression that is equal for two quarter hours only if they are on the same day. */
function dayExpression(database: Database, calendar: Calendar): string {
  const known = database
    .prepare('SELECT min(quarter) AS low, max(quarter) AS high FROM slots WHERE quarter >= 0')
    .get();
  if (known?.['low'] == null) return 'quarter';
  const phases = phasesOf(Number(known['low']), Number(known['high']), calendar);
  if (!phases) return 'quarter';
  const cases = phases.map(({ from, until }) => `WHEN quarter < ${until} THEN (quarter - ${from}) / ${DAY} + ${from}`);
  return `CASE WHEN quarter < 0 THEN quarter ${cases.join(' ')} END`;
}

/** Periods in which all days have 24 hours, from their first midnight; undefined if there are too many. */
function phasesOf(low: number, high: number, calendar: Calendar): { from: number; until: number }[] | undefined {
  if ((high - low) / DAY > MAX_DAYS) return undefined;
  const phases: { from: number; until: number }[] = [];
  let from = low;
  for (let at = low; at <= high; ) {
    const next = dayAfter(at, calendar);
    if (next - at !== DAY) {
      if (at > from) phases.push({ from, until: at });
      phases.push({ from: at, until: next });
      from = next;
    }
    at = next;
    if (at > high && at > from) phases.push({ from, until: at });
  }
  return phases;
}

/** The first quarter hour of the next day. */
function dayAfter(quarter: number, calendar: Calendar): number {
  const day = calendar.day(quarter * QUARTER);
  const isSame = (at: number) => calendar.day(at * QUARTER) === day;
  if (isSame(quarter + DAY - 1) && !isSame(quarter + DAY)) return quarter + DAY;
  let low = quarter;
  let high = quarter + 2 * DAY;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isSame(middle)) low = middle;
    else high = middle;
  }
  return high;
}
