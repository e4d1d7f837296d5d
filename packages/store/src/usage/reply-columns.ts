import { isSearch, type Usage } from './usage.js';

export const COUNTERS = 6;

/** One row per reply, as numbers in a few long arrays, since objects would take three times the memory. */
export interface ReplyColumns {
  /** Six per row: input, output, cache read, cache write for 5 minutes, for an hour, web searches. */
  counters: Float64Array<ArrayBuffer>;
  /** The earliest time; NaN if unknown. */
  times: Float64Array<ArrayBuffer>;
  /** Four times the model's number, plus 1 for fast and 2 for US only. */
  facts: Int32Array<ArrayBuffer>;
  /** Rank of the place that owns the reply, and of the place whose usage counts. */
  owners: Float64Array<ArrayBuffer>;
  sources: Float64Array<ArrayBuffer>;
}

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
  };
}

export function doubled(columns: ReplyColumns): ReplyColumns {
  const larger = newColumns(columns.times.length * 2);
  larger.counters.set(columns.counters);
  larger.times.set(columns.times);
  larger.facts.set(columns.facts);
  larger.owners.set(columns.owners);
  larger.sources.set(columns.sources);
  return larger;
}

/** Reads a row, except which session it belongs to. */
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
  usage.replies = isSearch(usage) ? 0 : 1;
  usage.model = models[facts >> 2] ?? '';
  usage.isFast = (facts & 1) !== 0;
  usage.isUs = (facts & 2) !== 0;
  usage.time = columns.times[row] ?? Number.NaN;
}
