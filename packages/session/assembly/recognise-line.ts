import { HEADS, LONGEST_ID, RECORD, REPLY_HEADS, SLOT, SLOTS, TAILS } from './line-memory';

let lastReplyHead: u32 = REPLY_HEADS;

/**
 * 0: not known. 1: a tool's result. 2: nothing that counts. 3: a reply. 4: somebody's words. 5: to be read elsewhere. Fills in the record: kind,
 * side chain or head, id, its end, content, tail, usage, time, counters.
 */
export function recognise(start: u32, end: u32, record: u32): u32 {
  if (end <= start || load<u8>(end - 1) != 125) return 0;
  const from = behindParent(start, end);
  // No line begins with two of the heads that were learned, so that the order does not matter: first the last that was one.
  if (from != 0 && load<u32>(lastReplyHead) != 0) {
    const contentAt = matchHead(lastReplyHead, from, end, record);
    if (contentAt != 0) return reply(lastReplyHead, contentAt, end, record);
  }
  for (let head = HEADS; head < REPLY_HEADS; head += SLOT) {
    if (load<u32>(head) == 0) break;
    const at = load<u32>(head + 12) == 1 ? start : from;
    const behind = at == 0 ? 0 : matchHead(head, at, end, record);
    if (behind == 0) continue;
    const kind = load<u32>(head + 4);
    store<u32>(record, kind);
    store<u32>(record + 4, load<u32>(head + 8));
    store<u32>(record + 16, behind);
    return kind;
  }
  if (from == 0) return 0;
  for (let head = REPLY_HEADS; head < TAILS; head += SLOT) {
    if (load<u32>(head) == 0) break;
    const contentAt = matchHead(head, from, end, record);
    if (contentAt == 0) continue;
    lastReplyHead = head;
    return reply(head, contentAt, end, record);
  }
  return 0;
}

function reply(head: u32, contentAt: u32, end: u32, record: u32): u32 {
  if (!matchTail(load<u32>(head + 8), contentAt, end, record)) return 0;
  store<u32>(record, 3);
  store<u32>(record + 4, (head - REPLY_HEADS) / SLOT);
  store<u32>(record + 16, contentAt);
  return 3;
}

/**
 * A head slot: number of stretches, three numbers, then for each stretch its length and what follows it:
 * 0 nothing, 1 a string, 2 the reply's id. The bytes of the stretches follow. Gives where the head ends, or 0.
 *
 * The three numbers of a reply's head: what it says of side chains (1 no, 2 yes), what it says at all, whether it is
 * synthetic. Those of others: kind, whether it is on a side chain, whether it begins with the line.
 */
function matchHead(head: u32, from: u32, end: u32, record: u32): u32 {
  const count = load<u32>(head);
  let entry = head + 16;
  let bytes = entry + count * 8;
  let at = from;
  for (let index: u32 = 0; index < count; index++) {
    const length = load<u32>(entry);
    const gap = load<u32>(entry + 4);
    entry += 8;
    if (at + length >= end || !isSame(at, bytes, length)) return 0;
    at += length;
    bytes += length;
    if (gap == 0) continue;
    const close = behindPlain(at, end);
    if (gap == 2) {
      if (!isPlainId(at, close)) return 0;
      store<u32>(record + 8, at);
      store<u32>(record + 12, close);
    }
    at = close;
  }
  return at;
}

/** Whether an id is short, and of letters that are one byte each: then it says the same in bytes as in letters. */
function isPlainId(id: u32, end: u32): bool {
  if (end - id > LONGEST_ID) return false;
  for (let at = id; at < end; at++) if (load<u8>(at) >= 128) return false;
  return true;
}

/** Where plain text ends: at a quote, mostly. */
function behindPlain(from: u32, end: u32): u32 {
  for (let at = from; at < end; at += 16) {
    const mask = <u32>i8x16.bitmask(isStop(v128.load(at)));
    if (mask) return min(at + ctz(mask), end);
  }
  return end;
}

/** Where plain text begins that ends at a place. */
function beforePlain(to: u32, first: u32): u32 {
  let at = to;
  while (at > first) {
    const mask = <u32>i8x16.bitmask(isStop(v128.load(at - 16)));
    if (mask) return max(at + 16 - clz(mask), first);
    at -= 16;
  }
  return first;
}

/** Behind `{"parentUuid":` and its value; 0 when the line begins otherwise. */
function behindParent(start: u32, end: u32): u32 {
  if (end - start < 72) return 0;
  if (load<u64>(start) != 0x746e65726170227b || load<u32>(start + 8) != 0x64697555 || load<u16>(start + 12) != 0x3a22) return 0;
  const value = start + 14;
  if (load<u8>(value) != 34) return load<u32>(value) == 0x6c6c756e ? value + 4 : 0;
  const close = value + 37;
  if (load<u8>(close) != 34) return 0;
  const stops = v128.or(v128.or(isStop(v128.load(value + 1)), isStop(v128.load(value + 17))), isStop(v128.load(value + 21)));
  return v128.any_true(stops) ? 0 : close + 1;
}

/** What ends plain text: quotes, backslashes, control characters. */
// @ts-ignore: decorator
@inline
function isStop(bytes: v128): v128 {
  const marks = v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(92)));
  return v128.or(marks, i8x16.lt_u(bytes, i8x16.splat(32)));
}

// @ts-ignore: decorator
@inline
export function isDigit(byte: u8): bool {
  return byte >= 48 && byte <= 57;
}

/** The end is looked at first: beginnings are alike. */
export function isSame(a: u32, b: u32, length: u32): bool {
  if (length >= 16) {
    if (v128.any_true(v128.xor(v128.load(a + length - 16), v128.load(b + length - 16)))) return false;
    for (let at: u32 = 0; at + 16 < length; at += 16) {
      if (v128.any_true(v128.xor(v128.load(a + at), v128.load(b + at)))) return false;
    }
    return true;
  }
  if (length >= 8) return load<u64>(a) == load<u64>(b) && load<u64>(a + length - 8) == load<u64>(b + length - 8);
  for (let at: u32 = 0; at < length; at++) if (load<u8>(a + at) != load<u8>(b + at)) return false;
  return true;
}

/**
 * A tail slot: number of stretches, what it says at all, what of side chains, nothing, then for each its length, and the kind of gap before it: 0 none, 1 a string, 2 a
 * time, 3 a number that does not count, 4 and above a counter. The bytes of the stretches follow, the last one first.
 */
function matchTail(said: u32, first: u32, end: u32, record: u32): bool {
  for (let index: u32 = 0; index < SLOTS; index++) {
    const tail = TAILS + index * SLOT;
    if (load<u32>(tail) == 0) return false;
    // Head and tail together must say that it is a reply, and whether it is on a side chain.
    if ((said | load<u32>(tail + 4)) != 3 || !matchOneTail(tail, first, end, record)) continue;
    store<u32>(record + 20, index);
    return true;
  }
  return false;
}

function matchOneTail(tail: u32, first: u32, end: u32, record: u32): bool {
  const count = load<u32>(tail);
  let bytes = tail + 16 + count * 8;
  let entry = tail + 16;
  let at = end;
  memory.fill(record + 28, 0, 60);
  for (let index: u32 = 0; index < count; index++) {
    const length = load<u32>(entry);
    const gap = load<u32>(entry + 4);
    entry += 8;
    if (at < first + length + 1) return false;
    at -= length;
    if (!isSame(at, bytes, length)) return false;
    bytes += length;
    if (gap == 0) continue;
    if (gap >= 3) {
      const last = at;
      while (at > first && isDigit(load<u8>(at - 1))) at--;
      const digits = last - at;
      if (digits == 0 || digits > 15 || (digits > 1 && load<u8>(at) == 48)) return false;
      if (gap >= 4) store<f64>(record + 32 + (gap - 4) * 8, numberIn(at, last));
    } else {
      at = beforePlain(at, first);
      if (at <= first || load<u8>(at - 1) != 34) return false;
      if (gap == 2) store<u32>(record + 28, at - 1);
    }
  }
  store<u32>(record + 24, at);
  return true;
}

function numberIn(from: u32, to: u32): f64 {
  let value: u64 = 0;
  for (let at = from; at < to; at++) value = value * 10 + (load<u8>(at) - 48);
  return <f64>value;
}

/** The tail says it, or else the head. */
export function isSidechainReply(record: u32): bool {
  const inTail = load<u32>(TAILS + load<u32>(record, 20) * SLOT, 8);
  return (inTail ? inTail : load<u32>(REPLY_HEADS + load<u32>(record, 4) * SLOT, 4)) == 2;
}

export function isSyntheticReply(record: u32): bool {
  return load<u32>(REPLY_HEADS + load<u32>(record, 4) * SLOT, 12) == 1;
}

/** A reply mostly stands on several lines that follow each other, and what counts of it is said on each. */
export function saysTheSame(record: u32): bool {
  const before = record - RECORD;
  const kind = load<u32>(record);
  if (kind != load<u32>(before) || load<u32>(record + 4) != load<u32>(before + 4)) return false;
  if (kind != 3) return kind == 1;
  const id = load<u32>(record + 8);
  const length = load<u32>(record + 12) - id;
  if (load<u32>(before + 12) - load<u32>(before + 8) != length || !isSame(id, load<u32>(before + 8), length)) return false;
  return load<u32>(record + 20) == load<u32>(before + 20) && isSame(record + 32, before + 32, 56);
}
