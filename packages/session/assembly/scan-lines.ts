/**
 * The inner loop of the fast scans: splits a region into lines and recognises lines like those before.
 *
 * Memory: a header, the forms that were learned (slots of SLOT bytes), the records it leaves, then the region.
 * line-kernel.ts has the same numbers, writes the forms and reads the records.
 */
const HEADER: u32 = 1024;
const SLOT: u32 = 8192;
const SLOTS: u32 = 6;
const HEADS: u32 = HEADER + 64;
const REPLY_HEADS: u32 = HEADS + SLOT * SLOTS;
const TAILS: u32 = REPLY_HEADS + SLOT * SLOTS;
const RECORDS: u32 = TAILS + SLOT * SLOTS;
const RECORD: u32 = 96;
const MAX_RECORDS: u32 = 1024;

const LONGEST_SIDE_LINE: u32 = 400;
/** How the scan stopped. */
const DONE: u32 = 0;
const UNKNOWN: u32 = 1;
const DOUBTFUL: u32 = 2;
const FULL: u32 = 3;

/** Gives where it stopped; the header says why, where that line ends, and how many records there are. */
export function scan(from: u32, end: u32): u32 {
  const newline = i8x16.splat(10);
  const nul = i8x16.splat(0);
  const bigU = i8x16.splat(85);
  let start = from;
  let records: u32 = 0;
  while (start < end) {
    if (records == MAX_RECORDS) return stop(FULL, start, 0, records);
    let chunk = start;
    let keys: u32 = 0;
    let hasNul = false;
    let lineEnd = end;
    while (chunk < end) {
      // Most of a long line holds none of the three: then 64 bytes are passed at a time.
      while (chunk + 64 <= end && !isAnyIn64(chunk)) chunk += 64;
      const bytes = v128.load(chunk);
      const hits = v128.or(v128.or(i8x16.eq(bytes, newline), i8x16.eq(bytes, nul)), i8x16.eq(bytes, bigU));
      if (v128.any_true(hits)) {
        let mask = <u32>i8x16.bitmask(hits);
        let isEnd = false;
        do {
          const at = chunk + ctz(mask);
          mask &= mask - 1;
          if (at >= end) break;
          const byte = load<u8>(at);
          if (byte == 10) {
            lineEnd = at;
            isEnd = true;
            break;
          }
          if (byte == 0) hasNul = true;
          else if (load<u32>(at + 1) == 0x22646975) keys++;
        } while (mask);
        if (isEnd) break;
      }
      chunk += 16;
    }
    if (hasNul || keys > 1 || isGlued(start, lineEnd)) return stop(DOUBTFUL, start, lineEnd, records);
    const kind = recognise(start, lineEnd, RECORDS + records * RECORD);
    if (kind == 0) return stop(UNKNOWN, start, lineEnd, records);
    if (kind != 2) records++;
    start = lineEnd + 1;
  }
  return stop(DONE, end, end, records);
}

// @ts-ignore: decorator
@inline
function isAnyIn64(at: u32): bool {
  const newline = i8x16.splat(10);
  const a = v128.load(at);
  const b = v128.load(at + 16);
  const c = v128.load(at + 32);
  const d = v128.load(at + 48);
  const lines = v128.or(v128.or(i8x16.eq(a, newline), i8x16.eq(b, newline)), v128.or(i8x16.eq(c, newline), i8x16.eq(d, newline)));
  const keys = v128.or(v128.or(isUu(a, at), isUu(b, at + 16)), v128.or(isUu(c, at + 32), isUu(d, at + 48)));
  // The least of the four is zero where one of them is.
  const nuls = i8x16.eq(i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d)), i8x16.splat(0));
  return v128.any_true(v128.or(v128.or(lines, keys), nuls));
}

/** Two letters of the key: one alone is common in base64. */
// @ts-ignore: decorator
@inline
function isUu(bytes: v128, at: u32): v128 {
  return v128.and(i8x16.eq(bytes, i8x16.splat(85)), i8x16.eq(v128.load(at + 1), i8x16.splat(117)));
}

function stop(why: u32, at: u32, lineEnd: u32, records: u32): u32 {
  store<u32>(HEADER, why);
  store<u32>(HEADER, lineEnd, 4);
  store<u32>(HEADER, records, 8);
  return at;
}

/** Side lines have no key to be told by; see suspects.ts. Long ones that end with a session id are looked at there. */
function isGlued(start: u32, end: u32): bool {
  const length = end - start;
  if (length > LONGEST_SIDE_LINE) {
    const at = end - 51;
    return load<u64>(at) == 0x6e6f697373657322 && load<u32>(at + 8) == 0x3a226449 && load<u8>(at + 12) == 34;
  }
  if (length < 3) return false;
  for (let at = start; at <= end - 3; at++) {
    if (load<u8>(at) == 125 && load<u16>(at + 1) == 0x227b) return true;
  }
  return false;
}

/** 0: not known. 1: a tool's result. 2: nothing that counts. 3: a reply. Fills in the record. */
function recognise(start: u32, end: u32, record: u32): u32 {
  if (end <= start || load<u8>(end - 1) != 125) return 0;
  const from = behindParent(start, end);
  for (let index: u32 = 0; index < SLOTS; index++) {
    const head = HEADS + index * SLOT;
    const length = load<u32>(head);
    if (length == 0) break;
    const at = load<u32>(head + 12) == 1 ? start : from;
    if (at == 0 || at + length > end || !isSame(at, head + 16, length)) continue;
    const kind = load<u32>(head + 4);
    store<u32>(record, kind);
    store<u32>(record + 4, load<u32>(head + 8));
    return kind;
  }
  if (from == 0) return 0;
  for (let index: u32 = 0; index < SLOTS; index++) {
    const head = REPLY_HEADS + index * SLOT;
    const before = load<u32>(head);
    if (before == 0) break;
    const idAt = from + before;
    if (idAt >= end || !isSame(from, head + 16, before)) continue;
    let idEnd = idAt;
    while (idEnd < end && isPlain(load<u8>(idEnd))) idEnd++;
    const behind = load<u32>(head + 4);
    const contentAt = idEnd + behind;
    if (contentAt >= end || !isSame(idEnd, head + 16 + before, behind)) continue;
    if (!matchTail(load<u32>(head + 8), contentAt, end, record)) return 0;
    store<u32>(record, 3);
    store<u32>(record + 4, index);
    store<u32>(record + 8, idAt);
    store<u32>(record + 12, idEnd);
    store<u32>(record + 16, contentAt);
    return 3;
  }
  return 0;
}

/** Behind `{"parentUuid":` and its value; 0 when the line begins otherwise. */
function behindParent(start: u32, end: u32): u32 {
  if (end - start < 72) return 0;
  if (load<u64>(start) != 0x746e65726170227b || load<u32>(start + 8) != 0x64697555 || load<u16>(start + 12) != 0x3a22) return 0;
  const value = start + 14;
  if (load<u8>(value) != 34) return load<u32>(value) == 0x6c6c756e ? value + 4 : 0;
  const close = value + 37;
  if (load<u8>(close) != 34) return 0;
  for (let at = value + 1; at < close; at++) if (!isPlain(load<u8>(at))) return 0;
  return close + 1;
}

// @ts-ignore: decorator
@inline
function isPlain(byte: u8): bool {
  return byte >= 32 && byte != 34 && byte != 92;
}

// @ts-ignore: decorator
@inline
function isDigit(byte: u8): bool {
  return byte >= 48 && byte <= 57;
}

/** The end is looked at first: beginnings are alike. */
function isSame(a: u32, b: u32, length: u32): bool {
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
 * A tail slot: number of stretches, then for each its length, and the kind of gap before it: 0 none, 1 a string, 2 a
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
  store<u32>(record + 28, 0);
  for (let counter: u32 = 0; counter < 8; counter++) store<f64>(record + 32 + counter * 8, 0);
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
      let value: f64 = 0;
      let unit: f64 = 1;
      while (at > first && isDigit(load<u8>(at - 1))) {
        at--;
        value += <f64>(load<u8>(at) - 48) * unit;
        unit *= 10;
      }
      const digits = last - at;
      if (digits == 0 || digits > 15 || (digits > 1 && load<u8>(at) == 48)) return false;
      if (gap >= 4) store<f64>(record + 32 + (gap - 4) * 8, value);
    } else {
      while (at > first && isPlain(load<u8>(at - 1))) at--;
      if (at <= first || load<u8>(at - 1) != 34) return false;
      if (gap == 2) store<u32>(record + 28, at - 1);
    }
  }
  store<u32>(record + 24, at);
  return true;
}
