import {
  DONE, FULL, LONGEST_ID, MARKED, MAX_USAGES, USAGE_COUNT, USAGE_COUNTERS, USAGE_FACTS, USAGE_FORMS, USAGE_HASHES, USAGE_IDS,
  USAGE_LENGTHS, USAGE_LIMIT, USAGE_ORDERS, USAGE_OWNERS, USAGE_PLACES, USAGE_SOURCES, USAGE_TIMES,
} from './line-memory';
import { timeOf } from './client-time';
import { isSame, isSidechainReply, isSyntheticReply } from './recognise-line';
import { hashOf } from './reply-table';

/**
 * The usage of replies, each once, whatever lines and files it stands on, in columns. Which of several reports counts is
 * decided as in the store's ReplyTable:
 * - usage: the report with the most output; of equals the one of the preferred place, there the last;
 * - time: the earliest;
 * - owner: the preferred place.
 */
const PLACE_MASK: u32 = 2 * MAX_USAGES - 1;
const COUNTERS: u32 = 6;
const NO_SLOT: u32 = 0xffffffff;

let mainRank: f64 = 0;
let sideRank: f64 = 0;
let placeOrder: i32 = 0;
let lastSlot: u32 = 0;

/** Where the lines stand that come next: the lower a rank, the nearer is a place to be a reply's own. */
export function beginUsage(rank: f64, rankOfSide: f64, order: i32): void {
  mainRank = rank;
  sideRank = rankOfSide;
  placeOrder = order;
}

/** Takes a reply that was recognised. MARKED: its time is of another form. FULL: there is no room. */
export function takeUsage(record: u32): u32 {
  if (isSyntheticReply(record)) return DONE;
  const timeAt = load<u32>(record, 28);
  const time = timeAt == 0 ? NaN : timeOf(timeAt);
  if (isNaN(time)) return MARKED;
  const id = load<u32>(record, 8);
  const slot = slotOf(id, load<u32>(record, 12) - id);
  if (slot == NO_SLOT) return FULL;
  const output = load<f64>(record, 40);
  if (!isToCount(slot, time, output, isSidechainReply(record) ? sideRank : mainRank, placeOrder)) return DONE;
  const fiveMinutes = load<f64>(record, 64);
  const hour = load<f64>(record, 72);
  const counters = USAGE_COUNTERS + slot * COUNTERS * 8;
  store<f64>(counters, load<f64>(record, 32));
  store<f64>(counters, output, 8);
  store<f64>(counters, load<f64>(record, 48), 16);
  store<f64>(counters, fiveMinutes + hour > 0 ? fiveMinutes : load<f64>(record, 56), 24);
  store<f64>(counters, hour, 32);
  store<f64>(counters, load<f64>(record, 80), 40);
  store<u32>(USAGE_FACTS + slot * 4, load<u32>(USAGE_FORMS + load<u32>(record, 4) * 4) | load<u32>(USAGE_FORMS + 64 + load<u32>(record, 20) * 4));
  return DONE;
}

/**
 * For what was read elsewhere. At a place stand the id's length, facts, time, rank, the six counters, the order, then the
 * id. False when there is no room.
 */
export function addUsage(at: u32): bool {
  const slot = slotOf(at + 80, load<u32>(at));
  if (slot == NO_SLOT) return false;
  if (!isToCount(slot, load<f64>(at, 8), load<f64>(at, 32), load<f64>(at, 16), load<i32>(at, 72))) return true;
  memory.copy(USAGE_COUNTERS + slot * COUNTERS * 8, at + 24, COUNTERS * 8);
  store<u32>(USAGE_FACTS + slot * 4, load<u32>(at, 4));
  return true;
}

/** Where replies of another table stand in this one: their ids and lengths are given, and slots are left there. */
export function findUsages(ids: u32, lengths: u32, count: u32): void {
  for (let at: u32 = 0; at < count; at++) {
    const id = ids + at * LONGEST_ID;
    const length = load<u32>(lengths + at * 4);
    const number = load<u32>(placeOf(id, length, hashOf(id, length)));
    store<u32>(lengths + at * 4, number - 1);
  }
}

export function forgetUsages(): void {
  memory.fill(USAGE_PLACES, 0, 8 * MAX_USAGES);
  store<u32>(USAGE_COUNT, 0);
}

/** Notes time and owner of a report; whether its counters are those that count. */
function isToCount(slot: u32, time: f64, output: f64, rank: f64, order: i32): bool {
  const sources = USAGE_SOURCES + slot * 8;
  const source = load<f64>(sources);
  const isNew = isNaN(source);
  const times = USAGE_TIMES + slot * 8;
  if (isNew || (!isNaN(time) && !(time >= load<f64>(times)))) store<f64>(times, time);
  const owners = USAGE_OWNERS + slot * 8;
  if (isNew || rank < load<f64>(owners)) store<f64>(owners, rank);
  const orders = USAGE_ORDERS + slot * 4;
  if (!isNew) {
    const known = load<f64>(USAGE_COUNTERS + slot * COUNTERS * 8, 8);
    if (output < known) return false;
    if (output == known && (rank > source || (rank == source && order < load<i32>(orders)))) return false;
  }
  store<f64>(sources, rank);
  store<i32>(orders, order);
  return true;
}

/** The slot of a reply, a new one where it has none yet. */
function slotOf(id: u32, length: u32): u32 {
  const count = load<u32>(USAGE_COUNT);
  // A reply's lines mostly follow each other.
  if (lastSlot < count && isOf(lastSlot, id, length)) return lastSlot;
  const hash = hashOf(id, length);
  const place = placeOf(id, length, hash);
  const number = load<u32>(place);
  if (number != 0) {
    lastSlot = number - 1;
    return lastSlot;
  }
  if (count >= load<u32>(USAGE_LIMIT)) return NO_SLOT;
  store<u32>(USAGE_HASHES + count * 4, hash);
  store<u32>(USAGE_LENGTHS + count * 4, length);
  memory.copy(USAGE_IDS + count * LONGEST_ID, id, length);
  store<f64>(USAGE_SOURCES + count * 8, NaN);
  store<u32>(place, count + 1);
  store<u32>(USAGE_COUNT, count + 1);
  lastSlot = count;
  return count;
}

/** Where the number of a reply stands, or is to stand. */
function placeOf(id: u32, length: u32, hash: u32): u32 {
  let place = hash & PLACE_MASK;
  for (;;) {
    const number = load<u32>(USAGE_PLACES + place * 4);
    if (number == 0 || (load<u32>(USAGE_HASHES + (number - 1) * 4) == hash && isOf(number - 1, id, length))) break;
    place = (place + 1) & PLACE_MASK;
  }
  return USAGE_PLACES + place * 4;
}

// @ts-ignore: decorator
@inline
function isOf(slot: u32, id: u32, length: u32): bool {
  return load<u32>(USAGE_LENGTHS + slot * 4) == length && isSame(USAGE_IDS + slot * LONGEST_ID, id, length);
}
