import { DONE, FULL, isUu, MARKED, MAX_RECORDS, RECORD, RECORDS, stop, UNKNOWN } from './line-memory';
import { isDigit, recognise, saysTheSame } from './recognise-line';
import { hasOneMessage } from './one-message';
import { countReply } from './reply-table';
import { takeUsage } from './usage-table';
import { bits } from './walk-json';

/**
 * Where bytes stand that are looked for. One that is read is kept in a register while a loop runs; a constant would be made
 * anew for each use before the code is optimised, and often after.
 */
const NEWLINE: u32 = 16;
const UNDERSCORE: u32 = 17;
const LETTER_K: u32 = 18;
store<u8>(NEWLINE, 10);
store<u8>(UNDERSCORE, 95);
store<u8>(LETTER_K, 107);

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
    const record = RECORDS + records * RECORD;
    const kind = recognise(start, lineEnd, record);
    if (kind == 0) return stop(unrecognised(start, lineEnd), start, lineEnd, records);
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

/** As scanMarked, but the replies are counted. */
export function countMarked(from: u32, end: u32): u32 {
  return takeMarked(from, end, false);
}

/** As scanMarked, but the usage of replies goes into the table. */
export function tableMarked(from: u32, end: u32): u32 {
  return takeMarked(from, end, true);
}

// @ts-ignore: decorator
@inline
function takeMarked(from: u32, end: u32, isUsage: bool): u32 {
  let start = from;
  let taken: u32 = 0;
  while (start < end) {
    const mark = nextMark(start, end);
    if (mark == end) break;
    start = lineStart(start, mark);
    const lineEnd = nextNewline(mark, end);
    const kind = recognise(start, lineEnd, RECORDS);
    if (kind == 0) return stop(unrecognised(start, lineEnd), start, lineEnd, taken);
    if (kind != 3 || !hasOwnMarks(RECORDS, mark)) return stop(MARKED, start, lineEnd, taken);
    const why = isUsage ? takeUsage(RECORDS) : countReply(RECORDS) ? DONE : FULL;
    if (why != DONE) return stop(why, start, lineEnd, taken);
    taken++;
    start = lineEnd + 1;
  }
  return stop(DONE, end, end, taken);
}

/** Where `_tokens"` stands next; the end when it does not. */
function nextMark(from: u32, end: u32): u32 {
  const first = v128.load_splat<u8>(UNDERSCORE);
  const fourth = v128.load_splat<u8>(LETTER_K);
  for (let at = from; at < end; at += 64) {
    const a = isMark(at, first, fourth);
    const b = isMark(at + 16, first, fourth);
    const c = isMark(at + 32, first, fourth);
    const d = isMark(at + 48, first, fourth);
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) continue;
    let hits = bits(a, b, c, d);
    do {
      const mark = at + <u32>ctz(hits);
      if (mark + 8 > end) return end;
      if (load<u64>(mark) == 0x22736e656b6f745f) return mark;
      hits &= hits - 1;
    } while (hits);
  }
  return end;
}

/** Of all pairs of its letters, the one that is rarest elsewhere. */
// @ts-ignore: decorator
@inline
function isMark(at: u32, first: v128, fourth: v128): v128 {
  return v128.and(i8x16.eq(v128.load(at), first), i8x16.eq(v128.load(at, 3), fourth));
}

function lineStart(from: u32, within: u32): u32 {
  const newline = v128.load_splat<u8>(NEWLINE);
  let at = within;
  while (at >= from + 64 && !isAnyIn64(at - 64, newline)) at -= 64;
  while (at >= from + 16) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at - 16), newline));
    if (mask) return at - 16 + (32 - clz(mask));
    at -= 16;
  }
  while (at > from && load<u8>(at - 1) != 10) at--;
  return at;
}

function nextNewline(from: u32, end: u32): u32 {
  const newline = v128.load_splat<u8>(NEWLINE);
  let at = from;
  while (at + 64 <= end && !isAnyIn64(at, newline)) at += 64;
  for (; at < end; at += 16) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at), newline));
    if (mask) return min(at + ctz(mask), end);
  }
  return end;
}

// @ts-ignore: decorator
@inline
function isAnyIn64(at: u32, byte: v128): bool {
  const first = v128.or(i8x16.eq(v128.load(at), byte), i8x16.eq(v128.load(at + 16), byte));
  const second = v128.or(i8x16.eq(v128.load(at + 32), byte), i8x16.eq(v128.load(at + 48), byte));
  return v128.any_true(v128.or(first, second));
}

/** What is recognised is one object, by its head, its content and its tail. Of other lines only such are worth a lesson. */
// @ts-ignore: decorator
@inline
function unrecognised(start: u32, lineEnd: u32): u32 {
  return isOneObject(start, lineEnd) ? UNKNOWN : MARKED;
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
  return mark >= load<u32>(record + 24) && hasOneMessage(record);
}
