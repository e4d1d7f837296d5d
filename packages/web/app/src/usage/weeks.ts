import type { UsagePage, UsageRow } from '../api/contract.js';
import { mondayOf } from './days.js';

type Day = UsagePage['days'][number];

/** Days summed by week: over a long time, single days would be too thin to see. */
export function byWeek(days: Day[]): Day[] {
  const weeks = new Map<string, Day>();
  for (const day of days) {
    const key = mondayOf(day.key);
    const week = weeks.get(key);
    weeks.set(key, week ? { ...summed(week, day), models: modelsOf(week.models, day.models) } : { ...day, key });
  }
  return [...weeks.values()];
}

function modelsOf(a: UsageRow[], b: UsageRow[]): UsageRow[] {
  const models = new Map(a.map((row) => [row.key, row]));
  for (const row of b) {
    const known = models.get(row.key);
    models.set(row.key, known ? summed(known, row) : row);
  }
  return [...models.values()];
}

function summed<Row extends UsageRow>(a: Row, b: UsageRow): Row {
  return {
    ...a,
    replies: a.replies + b.replies,
    sessionCount: a.sessionCount + b.sessionCount,
    cost: a.cost === null && b.cost === null ? null : (a.cost ?? 0) + (b.cost ?? 0),
    unrecorded: a.unrecorded + b.unrecorded,
    hasImpossible: a.hasImpossible || b.hasImpossible,
    unknownPrices: [...new Set([...a.unknownPrices, ...b.unknownPrices])],
    tokens: {
      input: a.tokens.input + b.tokens.input,
      output: a.tokens.output + b.tokens.output,
      cacheRead: a.tokens.cacheRead + b.tokens.cacheRead,
      cacheWrite5m: a.tokens.cacheWrite5m + b.tokens.cacheWrite5m,
      cacheWrite1h: a.tokens.cacheWrite1h + b.tokens.cacheWrite1h,
    },
  };
}
