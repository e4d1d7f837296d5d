/**
 * The inner loop of the fast scans: splits a region into lines and recognises lines like those before.
 *
 * Memory: a header, the forms that were learned (slots of SLOT bytes), the records it leaves, then the region.
 * line-kernel.ts has the same numbers, writes the forms and reads the records.
 */
const HEADER: u32 = 1024;
const SLOT: u32 = 4160;
const SLOTS: u32 = 16;
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
const MARKED: u32 = 4;

/** Gives where it stopped; the header says why, where that line ends, and how many records there are. */
export function scan(from: u32, end: u32): u32 {
  const newline = i8x16.splat(10);
  const nul = i8x16.splat(0);
  let start = from;
  let records: u32 = 0;
  while (start < end) {
    if (records == MAX_RECORDS) return stop(FULL, start, 0, records);
    let chunk = start;
    let keys: u32 = 0;
    let hasNul = false;
    let lineEnd = end;
    while (chunk < end) {
      // Most of a long line holds none of them: then 64 bytes are passed at a time.
      while (chunk + 64 <= end && !isAnyIn64(chunk)) chunk += 64;
      const bytes = v128.load(chunk);
      const hits = v128.or(v128.or(i8x16.eq(bytes, newline), i8x16.eq(bytes, nul)), isUu(bytes, chunk));
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
    const record = RECORDS + records * RECORD;
    const kind = recognise(start, lineEnd, record);
    if (kind == 0) return stop(UNKNOWN, start, lineEnd, records);
    // A line that names no parent, with one behind it all the same.
    if (kind == 2 && keys > 0 && load<u8>(start + 2) != 112) return stop(DOUBTFUL, start, lineEnd, records);
    if (kind != 2 && (records == 0 || !saysTheSame(record))) {
      store<u32>(record + 88, start);
      store<u32>(record + 92, lineEnd);
      records++;
    }
    start = lineEnd + 1;
  }
  return stop(DONE, end, end, records);
}

/**
 * As scan, but only for lines that hold counters of tokens: replies with all of them in their usage are left as records,
 * and it stops at all others. Most of a file is in other lines, which are passed over as fast as can be.
 */
export function scanMarked(from: u32, end: u32): u32 {
  let start = from;
  let records: u32 = 0;
  while (start < end) {
    if (records == MAX_RECORDS) return stop(FULL, start, 0, records);
    const mark = nextMark(start, end);
    if (mark == end) break;
    start = lineStart(start, mark);
    const lineEnd = nextNewline(mark, end);
    if (!isOneObject(start, lineEnd)) return stop(MARKED, start, lineEnd, records);
    const record = RECORDS + records * RECORD;
    const kind = recognise(start, lineEnd, record);
    if (kind == 0) return stop(UNKNOWN, start, lineEnd, records);
    if (kind != 3 || !hasOwnMarks(record, mark)) return stop(MARKED, start, lineEnd, records);
    if (records == 0 || !saysTheSame(record) || !isNoEarlier(record)) {
      store<u32>(record + 88, start);
      store<u32>(record + 92, lineEnd);
      records++;
    }
    start = lineEnd + 1;
  }
  return stop(DONE, end, end, records);
}

/** Where `_tokens"` stands next; the end when it does not. */
function nextMark(from: u32, end: u32): u32 {
  let at = from;
  while (at < end) {
    while (at + 64 <= end && !isMarkIn64(at)) at += 64;
    let mask = <u32>i8x16.bitmask(isMarkEnd(v128.load(at), at));
    while (mask) {
      const last = at + ctz(mask);
      mask &= mask - 1;
      if (last + 1 < end && last >= from + 6 && load<u64>(last - 6) == 0x22736e656b6f745f) return last - 6;
    }
    at += 16;
  }
  return end;
}

// @ts-ignore: decorator
@inline
function isMarkIn64(at: u32): bool {
  const first = v128.or(isMarkEnd(v128.load(at), at), isMarkEnd(v128.load(at + 16), at + 16));
  const second = v128.or(isMarkEnd(v128.load(at + 32), at + 32), isMarkEnd(v128.load(at + 48), at + 48));
  return v128.any_true(v128.or(first, second));
}

/** Inside a string a quote has a backslash before it, so that this pair is rare. */
// @ts-ignore: decorator
@inline
function isMarkEnd(bytes: v128, at: u32): v128 {
  return v128.and(i8x16.eq(bytes, i8x16.splat(115)), i8x16.eq(v128.load(at + 1), i8x16.splat(34)));
}

function lineStart(from: u32, within: u32): u32 {
  const newline = i8x16.splat(10);
  let at = within;
  while (at >= from + 16) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at - 16), newline));
    if (mask) return at - 16 + (32 - clz(mask));
    at -= 16;
  }
  while (at > from && load<u8>(at - 1) != 10) at--;
  return at;
}

function nextNewline(from: u32, end: u32): u32 {
  const newline = i8x16.splat(10);
  for (let at = from; at < end; at += 16) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at), newline));
    if (mask) return min(at + ctz(mask), end);
  }
  return end;
}

/** Without NUL bytes, and with the key of one parent at most. */
function isOneObject(start: u32, end: u32): bool {
  const nul = i8x16.splat(0);
  let keys: u32 = 0;
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    const hits = v128.or(i8x16.eq(bytes, nul), isUu(bytes, at));
    if (!v128.any_true(hits)) continue;
    let mask = <u32>i8x16.bitmask(hits);
    do {
      const hit = at + ctz(mask);
      mask &= mask - 1;
      if (hit >= end) break;
      if (load<u8>(hit) == 0 || (load<u32>(hit + 1) == 0x22646975 && ++keys > 1)) return false;
    } while (mask);
  }
  return true;
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

/** A reply mostly stands on several lines that follow each other, and what counts of it is said on each. */
function saysTheSame(record: u32): bool {
  const before = record - RECORD;
  const kind = load<u32>(record);
  if (kind != load<u32>(before) || load<u32>(record + 4) != load<u32>(before + 4)) return false;
  if (kind != 3) return kind == 1;
  const id = load<u32>(record + 8);
  const length = load<u32>(record + 12) - id;
  if (load<u32>(before + 12) - load<u32>(before + 8) != length || !isSame(id, load<u32>(before + 8), length)) return false;
  return load<u32>(record + 20) == load<u32>(before + 20) && isSame(record + 32, before + 32, 56);
}

/** By the text of the times: those of one form are in the order of their letters. */
function isNoEarlier(record: u32): bool {
  const time = load<u32>(record + 28);
  const before = load<u32>(record - RECORD + 28);
  if (time == 0 || before == 0) return false;
  for (let at: u32 = 0; at < 26; at++) {
    const a = load<u8>(time + at);
    const b = load<u8>(before + at);
    if (a != b) return isDigit(a) && isDigit(b) && a > b;
  }
  return true;
}

/**
 * Whether the counters of a reply's line are all in its usage, and the usage is of the message its head is of. All that
 * stands behind the place where the usage begins is known.
 */
function hasOwnMarks(record: u32, mark: u32): bool {
  if (mark < load<u32>(record + 24)) return false;
  const quote = i8x16.splat(34);
  const colon = i8x16.splat(58);
  const end = load<u32>(record + 24);
  for (let at = load<u32>(record + 16); at < end; at += 16) {
    const pairs = v128.and(i8x16.eq(v128.load(at), quote), i8x16.eq(v128.load(at + 1), colon));
    if (!v128.any_true(pairs)) continue;
    let mask = <u32>i8x16.bitmask(pairs);
    do {
      const quoteAt = at + ctz(mask);
      mask &= mask - 1;
      // "message":{ and ends here: its last eight bytes before the quote are "message.
      if (load<u64>(quoteAt - 8) == 0x6567617373656d22 && quoteAt < end) return false;
    } while (mask);
  }
  return true;
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

/** 0: not known. 1: a tool's result. 2: nothing that counts. 3: a reply. 4: somebody's words. Fills in the record. */
function recognise(start: u32, end: u32, record: u32): u32 {
  if (end <= start || load<u8>(end - 1) != 125) return 0;
  const from = behindParent(start, end);
  for (let index: u32 = 0; index < SLOTS; index++) {
    const head = HEADS + index * SLOT;
    if (load<u32>(head) == 0) break;
    const at = load<u32>(head + 12) == 1 ? start : from;
    if (at == 0 || matchHead(head, at, end, record) == 0) continue;
    const kind = load<u32>(head + 4);
    store<u32>(record, kind);
    store<u32>(record + 4, load<u32>(head + 8));
    return kind;
  }
  if (from == 0) return 0;
  for (let index: u32 = 0; index < SLOTS; index++) {
    const head = REPLY_HEADS + index * SLOT;
    if (load<u32>(head) == 0) break;
    const contentAt = matchHead(head, from, end, record);
    if (contentAt == 0) continue;
    if (!matchTail(load<u32>(head + 8), contentAt, end, record)) return 0;
    store<u32>(record, 3);
    store<u32>(record + 4, index);
    store<u32>(record + 16, contentAt);
    return 3;
  }
  return 0;
}

/**
 * A head slot: number of stretches, three numbers for recognise(), then for each stretch its length and what follows it:
 * 0 nothing, 1 a string, 2 the reply's id. The bytes of the stretches follow. Gives where the head ends, or 0.
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
      store<u32>(record + 8, at);
      store<u32>(record + 12, close);
    }
    at = close;
  }
  return at;
}

/** Where plain text ends: at a quote, mostly. */
function behindPlain(from: u32, end: u32): u32 {
  const quote = i8x16.splat(34);
  const backslash = i8x16.splat(92);
  const space = i8x16.splat(32);
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at);
    const stops = v128.or(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)), i8x16.lt_u(bytes, space));
    if (v128.any_true(stops)) return min(at + ctz(<u32>i8x16.bitmask(stops)), end);
  }
  return end;
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
 * A tail slot: number of stretches, what it says, then for each its length, and the kind of gap before it: 0 none, 1 a string, 2 a
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
