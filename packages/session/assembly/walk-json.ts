/**
 * Steps through JSON in memory, and is exact: where it comes to the end of a value, `JSON.parse` would too. Every
 * function gives the address behind what it read, or 0 when it will not say: then the bytes may be wrong, or merely
 * written as the client does not write them (blanks, great depth), and the line is parsed.
 */
import { walkNumber } from './walk-number';

/** Deeper values are left to the parser. */
const DEEPEST: u32 = 100;

export let end: u32 = 0;
/** Bytes that escapes take beyond the one character each of them stands for, counted on from string to string. */
export let surplus: u32 = 0;
/** What escapes were passed: 1 for half of a surrogate pair, 2 for a letter that ids are made of. */
export let escapes: u32 = 0;

/**
 * Where values of members named `uuid` begin when they are as long as an id, and those of members named `sessionId` when
 * they are strings: at any depth, but not in what was said (see isSaid).
 */
let uuidsAt: u32 = 0;
export let uuids: u32 = 0;
let sessionsAt: u32 = 0;
export let sessions: u32 = 0;
let room: u32 = 0;
/** The session that was named last: only another one is noted. */
let lastSession: u32 = 0;

/** How many members it is inside of that hold what was said. */
let saying: u32 = 0;

/** Of a string that others walked. */
export function addSurplus(count: u32): void {
  surplus += count;
}

export function walkUpTo(limit: u32): void {
  end = limit;
}

/** Where ids are noted from now on, and for how many of each there is room. One too many and the line is parsed. */
export function noteIdsAt(uuidList: u32, sessionList: u32, most: u32): void {
  uuidsAt = uuidList;
  sessionsAt = sessionList;
  room = most;
}

export function startLine(): void {
  saying = 0;
  escapes = 0;
  uuids = 0;
  sessions = 0;
}

export function forgetSession(): void {
  lastSession = 0;
}

/** From the byte behind an opening quote to the byte behind the closing one. Most strings are short and plain. */
// @ts-ignore: decorator
@inline
export function walkString(from: u32): u32 {
  const bytes = v128.load(from);
  const mask = <u32>i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(92))),
      i8x16.le_u(bytes, i8x16.splat(31)),
    ),
  );
  const close = from + ctz(mask);
  return mask != 0 && load<u8>(close) == 34 && close < end ? close + 1 : walkLongString(from);
}

/** 64 bytes at a time. What a backslash stands before is told for all of them at once: text is full of them. */
function walkLongString(from: u32): u32 {
  const limit = end;
  /** 1 when the first byte of the next 64 belongs to an escape. */
  let carry: u64 = 0;
  for (let at = from; at < limit; at += 64) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const quotes = i8x16.splat(34);
    const slashes = i8x16.splat(92);
    const backslashes = bits(i8x16.eq(a, slashes), i8x16.eq(b, slashes), i8x16.eq(c, slashes), i8x16.eq(d, slashes));
    const slashed = backslashes & ~carry;
    const marks = bits(i8x16.eq(a, quotes), i8x16.eq(b, quotes), i8x16.eq(c, quotes), i8x16.eq(d, quotes));
    const escaped = behindEscapes(slashed, carry);
    carry = endsInEscape(slashed, escaped);
    const closing = marks & ~escaped;
    const within: u64 = closing == 0 ? ~0 : (closing & -closing) - 1;
    if (v128.any_true(i8x16.le_u(i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d)), i8x16.splat(31)))) {
      const control = i8x16.splat(31);
      const controls = bits(i8x16.le_u(a, control), i8x16.le_u(b, control), i8x16.le_u(c, control), i8x16.le_u(d, control));
      if ((controls & within) != 0) return 0;
    }
    const own = escaped & within;
    if (own != 0) {
      surplus += <u32>popcnt(own);
      // Newlines, quotes and backslashes are nearly all there are.
      const newline = i8x16.splat(110);
      const usual = marks | backslashes | bits(i8x16.eq(a, newline), i8x16.eq(b, newline), i8x16.eq(c, newline), i8x16.eq(d, newline));
      if ((own & ~usual) != 0 && !areEscapes(own & ~usual, at)) return 0;
    }
    if (closing != 0) {
      const close = at + <u32>ctz(closing);
      return close < limit ? close + 1 : 0;
    }
  }
  return 0;
}

/** Whether these bytes may stand behind a backslash. */
function areEscapes(own: u64, at: u32): bool {
  const a = v128.load(at);
  const b = v128.load(at, 16);
  const c = v128.load(at, 32);
  const d = v128.load(at, 48);
  if ((own & ~bits(escapable(a), escapable(b), escapable(c), escapable(d))) != 0) return false;
  const letter = i8x16.splat(117);
  const codes = own & bits(i8x16.eq(a, letter), i8x16.eq(b, letter), i8x16.eq(c, letter), i8x16.eq(d, letter));
  return codes == 0 || areCodes(codes, at);
}

// @ts-ignore: decorator
@inline
export function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u64>(<u32>i8x16.bitmask(a) | (<u32>i8x16.bitmask(b) << 16));
  const high = <u64>(<u32>i8x16.bitmask(c) | (<u32>i8x16.bitmask(d) << 16));
  return low | (high << 32);
}

/** Which bytes belong to a backslash before them. A backslash that belongs to another is no escape. */
// @ts-ignore: decorator
@inline
function behindEscapes(slashes: u64, carry: u64): u64 {
  if ((slashes & (slashes << 1)) == 0) return (slashes << 1) | carry;
  let behind = carry;
  let left = slashes;
  while (left != 0) {
    const first = left & -left;
    behind |= first << 1;
    left &= ~(first | (first << 1));
  }
  return behind;
}

// @ts-ignore: decorator
@inline
function endsInEscape(slashes: u64, escaped: u64): u64 {
  return (slashes & ~escaped) >> 63;
}

/** Whether a byte may stand behind a backslash, by its two halves: one of "/\\bfnrtu. */
// @ts-ignore: decorator
@inline
function escapable(bytes: v128): v128 {
  const low = i8x16(0, 0, 13, 0, 8, 8, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1);
  const high = i8x16(0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0);
  const both = v128.and(
    i8x16.swizzle(low, v128.and(bytes, i8x16.splat(15))),
    i8x16.swizzle(high, i8x16.shr_u(bytes, 4)),
  );
  return i8x16.ne(both, i8x16.splat(0));
}

/** Whether four digits follow each of these letters. */
function areCodes(codes: u64, at: u32): bool {
  for (let left = codes; left != 0; left &= left - 1) {
    const letter = at + <u32>ctz(left);
    for (let digit: u32 = 1; digit <= 4; digit++) if (!isHex(load<u8>(letter + digit))) return false;
    // D8 to DF.
    if ((load<u8>(letter, 1) | 32) == 100 && load<u8>(letter, 2) >= 56) escapes |= 1;
    if (load<u16>(letter, 1) == 0x3030 && isLetterOfId(load<u8>(letter, 3), load<u8>(letter, 4))) escapes |= 2;
    surplus += 4;
  }
  return true;
}

/** By the last two digits of its code: a digit, a to f in either case, or a dash. */
function isLetterOfId(high: u8, low: u8): bool {
  if (high == 50) return (low | 32) == 100;
  if (high == 51) return low <= 57;
  return (high == 52 || high == 54) && low >= 49 && low <= 54;
}

function isHex(byte: u8): bool {
  return (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 102);
}

// @ts-ignore: decorator
@inline
export function walkValue(at: u32, depth: u32): u32 {
  return load<u8>(at) == 34 ? walkString(at + 1) : walkOther(at, depth);
}

function walkOther(at: u32, depth: u32): u32 {
  switch (load<u8>(at)) {
    case 123:
      return depth > DEEPEST ? 0 : walkObject(at + 1, depth + 1);
    case 91:
      return depth > DEEPEST ? 0 : walkList(at + 1, depth + 1);
    case 116:
      return load<u32>(at) == 0x65757274 ? at + 4 : 0;
    case 102:
      return load<u32>(at, 1) == 0x65736c61 ? at + 5 : 0;
    case 110:
      return load<u32>(at) == 0x6c6c756e ? at + 4 : 0;
    default:
      return walkNumber(at);
  }
}

function walkObject(from: u32, depth: u32): u32 {
  if (load<u8>(from) == 125) return from + 1;
  for (let at = from; at < end; at++) {
    const key = at;
    at = walkKey(at);
    if (at == 0) return 0;
    if (load<u8>(at) == 34) at = walkString(at + 1);
    else if (isSaid(key, at - 1 - key)) {
      beginSaid();
      at = walkOther(at, depth);
      endSaid();
    } else at = walkOther(at, depth);
    if (at == 0) return 0;
    const byte = load<u8>(at);
    if (byte == 125) return at + 1;
    if (byte != 44) return 0;
  }
  return 0;
}

/** What people, the model and tools said may hold members of the same names; their ids are not ours. */
export function isSaid(key: u32, length: u32): bool {
  // "content", "input", "toolUseResult"
  if (length == 9) return load<u64>(key) == 0x746e65746e6f6322;
  if (length == 7) return load<u32>(key, 1) == 0x75706e69 && load<u8>(key, 5) == 116;
  return length == 15 && load<u64>(key, 1) == 0x526573556c6f6f74 && load<u32>(key, 9) == 0x6c757365 && load<u8>(key, 13) == 116;
}

export function beginSaid(): void {
  saying++;
}

export function endSaid(): void {
  saying--;
}

/** From a member's opening quote to its value. */
// @ts-ignore: decorator
@inline
export function walkKey(at: u32): u32 {
  if (load<u8>(at) != 34) return 0;
  const close = walkString(at + 1);
  if (close == 0 || load<u8>(close) != 58) return 0;
  const length = close - at;
  if (saying > 0) return close + 1;
  if (length == 6) {
    if (load<u32>(at, 1) == 0x64697575 && !noteUuid(close + 1)) return 0;
  } else if (length == 11 && load<u64>(at, 1) == 0x496e6f6973736573 && load<u8>(at, 9) == 100) {
    if (!noteSession(close + 1)) return 0;
  }
  return close + 1;
}

function noteUuid(value: u32): bool {
  if (!isLongAsId(value)) return true;
  if (uuids == room) return false;
  store<u32>(uuidsAt + uuids * 4, value);
  uuids++;
  return true;
}

function noteSession(value: u32): bool {
  if (load<u8>(value) != 34) return true;
  const isId = isLongAsId(value);
  if (isId && lastSession != 0 && isSameId(value, lastSession)) return true;
  if (sessions == room) return false;
  store<u32>(sessionsAt + sessions * 4, value);
  sessions++;
  if (isId) lastSession = value;
  return true;
}

/** Whether a string of 36 bytes stands here. */
function isLongAsId(value: u32): bool {
  if (load<u8>(value) != 34 || load<u8>(value, 37) != 34) return false;
  const quote = i8x16.splat(34);
  const hits = v128.or(i8x16.eq(v128.load(value, 1), quote), i8x16.eq(v128.load(value, 17), quote));
  return !v128.any_true(v128.or(hits, i8x16.eq(v128.load(value, 21), quote)));
}

function isSameId(a: u32, b: u32): bool {
  const different = v128.or(
    v128.or(v128.xor(v128.load(a, 1), v128.load(b, 1)), v128.xor(v128.load(a, 17), v128.load(b, 17))),
    v128.xor(v128.load(a, 21), v128.load(b, 21)),
  );
  return !v128.any_true(different);
}

function walkList(from: u32, depth: u32): u32 {
  if (load<u8>(from) == 93) return from + 1;
  for (let at = from; at < end; at++) {
    at = load<u8>(at) == 34 ? walkString(at + 1) : walkOther(at, depth);
    if (at == 0) return 0;
    const byte = load<u8>(at);
    if (byte == 93) return at + 1;
    if (byte != 44) return 0;
  }
  return 0;
}
