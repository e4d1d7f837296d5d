import type { Usage } from './usage.js';

export const COUNTERS = 6;

/**
 * A row a reply, as numbers in a few long arrays: objects would take three times the memory. The source is NaN where
 * there is no reply.
 */
export interface ReplyColumns {
  /** Six of each: input, output, cache read, cache written for 5 minutes, for an hour, searches. */
  counters: Float64Array<ArrayBuffer>;
  times: Float64Array<ArrayBuffer>;
  /** Four times the model's number, plus 1 when it was fast and 2 when it was bound to the US. */
  facts: Int32Array<ArrayBuffer>;
  /** Rank of the place that owns the reply, and of the place whose usage counts. */
  owners: Float64Array<ArrayBuffer>;
  sources: Float64Array<ArrayBuffer>;
  orders: Int32Array<ArrayBuffer>;
}

/** Replies that were read by one thread. */
export interface ReplyRows {
  columns: ReplyColumns;
  /** How many rows of the columns are in use. */
  length: number;
  models: readonly string[];
}

export function newColumns(length: number): ReplyColumns {
  return {
    counters: new Float64Array(COUNTERS * length),
    times: new Float64Array(length),
    facts: new Int32Array(length),
    owners: new Float64Array(length),
    sources: new Float64Array(length),
    orders: new Int32Array(length),
  };
}

export function doubled(columns: ReplyColumns): ReplyColumns {
  const larger = newColumns(columns.times.length * 2);
  larger.counters.set(columns.counters);
  larger.times.set(columns.times);
  larger.facts.set(columns.facts);
  larger.owners.set(columns.owners);
  larger.sources.set(columns.sources);
  larger.orders.set(columns.orders);
  return larger;
}

/** Reads a row, but for what it belongs to. */
export function readRow({ columns, models }: ReplyRows, row: number, usage: Usage): void {
  const { counters } = columns;
  const at = row * COUNTERS;
  const facts = columns.facts[row] ?? 0;
  usage.input = counters[at] ?? 0;
  usage.output = counters[at + 1] ?? 0;
  usage.cacheRead = counters[at + 2] ?? 0;
  usage.cacheWrite5m = counters[at + 3] ?? 0;
  usage.cacheWrite1h = counters[at + 4] ?? 0;
  usage.webSearches = counters[at + 5] ?? 0;
  usage.model = models[facts >> 2] ?? '';
  usage.isFast = (facts & 1) !== 0;
  usage.isUs = (facts & 2) !== 0;
  usage.time = columns.times[row] ?? Number.NaN;
}

/** What one report says beyond its counters; of a reply in another table, what all its reports together said. */
export interface Report {
  time: number;
  output: number;
  owner: number;
  source: number;
  order: number;
}

export function reportAt(
  { times, counters, owners, sources, orders }: ReplyColumns,
  slot: number,
  report: Report,
): Report {
  report.time = times[slot] ?? Number.NaN;
  report.output = counters[slot * COUNTERS + 1] ?? 0;
  report.owner = owners[slot] ?? 0;
  report.source = sources[slot] ?? 0;
  report.order = orders[slot] ?? 0;
  return report;
}

/** Notes time and places of a report; whether its counters are those that count. */
export function isToCount(
  columns: ReplyColumns,
  slot: number,
  { time, output, owner, source, order }: Report,
): boolean {
  const { times, owners, sources, orders, counters } = columns;
  const isNew = Number.isNaN(sources[slot]);
  if (isNew || !(time >= (times[slot] ?? 0))) if (isNew || !Number.isNaN(time)) times[slot] = time;
  if (isNew || owner < (owners[slot] ?? 0)) owners[slot] = owner;
  if (!isNew) {
    const known = counters[slot * COUNTERS + 1] ?? 0;
    if (output < known) return false;
    const place = sources[slot] ?? 0;
    if (output === known && (source > place || (source === place && order < (orders[slot] ?? 0)))) return false;
  }
  sources[slot] = source;
  orders[slot] = order;
  return true;
}

/** Counters and facts of a row of another table, whose models have other numbers. */
export function copyCounts(from: RowOf, to: RowOf, modelIds: readonly number[]): void {
  const [source, target] = [from.row * COUNTERS, to.row * COUNTERS];
  for (let at = 0; at < COUNTERS; at++) to.columns.counters[target + at] = from.columns.counters[source + at] ?? 0;
  const said = from.columns.facts[from.row] ?? 0;
  to.columns.facts[to.row] = (modelIds[said >> 2] ?? 0) * 4 + (said & 3);
}

export interface RowOf {
  columns: ReplyColumns;
  row: number;
}
