import {
  USAGE_COUNT, USAGE_COUNTERS, USAGE_FACTS, USAGE_FOLDED, USAGE_OWNERS, USAGE_SOURCES, USAGE_TIMES,
} from './line-memory';

/** A record: facts, what else it is of, time of the first, replies, six counters. */
const FOLDED: u32 = 72;
const OVER: u32 = 1;
const AGENT: u32 = 2;
const COUNTERS: u32 = 48;
/** Time zones change at quarters of an hour at most: what came in one is of one day, wherever one is. */
const QUARTER: f64 = 900000;
/** Where the last record of each kind stands, by a few bits of what kind it is. */
const LAST: u32 = 256;
const MAX_LAST: u32 = 64;

/**
 * Adds up replies that are alike in all that reports by day ask for: model, class of price, sub-agent or not, quarter of an
 * hour. Only those that come near each other: that is nearly all. `thresholds` tells for each model from where on a request
 * is a large one. Leaves records up to `limit`, their number in the header; gives the row it came to.
 */
export function foldUsages(from: u32, thresholds: u32, at: u32, limit: u32): u32 {
  const rows = load<u32>(USAGE_COUNT);
  memory.fill(LAST, 0, 4 * MAX_LAST);
  let next = at;
  let row = from;
  for (; row < rows; row++) {
    if (isNaN(load<f64>(USAGE_SOURCES + row * 8))) continue;
    const facts = load<u32>(USAGE_FACTS + row * 4);
    const counters = USAGE_COUNTERS + row * COUNTERS;
    const request = load<f64>(counters) + load<f64>(counters, 16) + load<f64>(counters, 24) + load<f64>(counters, 32);
    const isOver = request > load<f64>(thresholds + (facts >> 2) * 8);
    const kind = (isOver ? OVER : 0) | ((<u64>load<f64>(USAGE_OWNERS + row * 8) & 1) == 1 ? AGENT : 0);
    const time = load<f64>(USAGE_TIMES + row * 8);
    const last = LAST + (((facts << 2) | kind) & (MAX_LAST - 1)) * 4;
    let record = load<u32>(last);
    if (record == 0 || !isAlike(record, facts, kind, time)) {
      if (next + FOLDED > limit) break;
      record = next;
      next += FOLDED;
      store<u32>(last, record);
      store<u32>(record, facts);
      store<u32>(record, kind, 4);
      store<f64>(record, time, 8);
      memory.fill(record + 16, 0, 8 + COUNTERS);
    }
    store<f64>(record, load<f64>(record, 16) + 1, 16);
    const sums = record + 24;
    for (let field: u32 = 0; field < COUNTERS; field += 8) {
      store<f64>(sums + field, load<f64>(sums + field) + load<f64>(counters + field));
    }
  }
  store<u32>(USAGE_FOLDED, (next - at) / FOLDED);
  return row;
}

function isAlike(record: u32, facts: u32, kind: u32, time: f64): bool {
  if (load<u32>(record) != facts || load<u32>(record, 4) != kind) return false;
  const first = load<f64>(record, 8);
  return isNaN(time) ? isNaN(first) : Math.floor(time / QUARTER) == Math.floor(first / QUARTER);
}
