/**
 * Steps over JSON that stands as `JSON.stringify` would write it again: no blanks, no escapes but those it uses, whole
 * numbers, no name twice, no name that is a number (those come first, wherever they stood). Gives the address behind
 * the value; 0 for all else. Surplus bytes of strings are counted as walk-json does.
 */
import { KEYS } from './digest-memory';
import { addSurplus, end } from './walk-json';

const DEEPEST: u32 = 100;
/** Of each object on the way down. */
const MOST_KEYS: u32 = 4096;

let keys: u32 = 0;

export function plainValue(at: u32, depth: u32): u32 {
  if (depth == 0) keys = 0;
  switch (load<u8>(at)) {
    case 34:
      return plainString(at + 1);
    case 123:
      return depth > DEEPEST ? 0 : plainObject(at + 1, depth + 1);
    case 91:
      return depth > DEEPEST ? 0 : plainList(at + 1, depth + 1);
    case 116:
      return load<u32>(at) == 0x65757274 ? at + 4 : 0;
    case 102:
      return load<u32>(at, 1) == 0x65736c61 ? at + 5 : 0;
    case 110:
      return load<u32>(at) == 0x6c6c756e ? at + 4 : 0;
    default:
      return plainNumber(at);
  }
}

/** From behind the opening quote. */
function plainString(from: u32): u32 {
  const quotes = i8x16.splat(34);
  const slashes = i8x16.splat(92);
  const control = i8x16.splat(31);
  let at = from;
  while (at < end) {
    const bytes = v128.load(at);
    let mask = <u32>i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, slashes)), i8x16.le_u(bytes, control)),
    );
    const chunk = at;
    at += 16;
    while (mask != 0) {
      const place = chunk + ctz(mask);
      const byte = load<u8>(place);
      if (byte == 34) return place < end ? place + 1 : 0;
      if (byte != 92) return 0;
      const next = behindEscape(place);
      if (next == 0) return 0;
      addSurplus(next - place - 1);
      if (next >= chunk + 16) {
        at = next;
        break;
      }
      mask &= -1 << (next - chunk);
    }
  }
  return 0;
}

/** 0 for an escape that would be written in another way. */
// @ts-ignore: decorator
@inline
function behindEscape(at: u32): u32 {
  const letter = <u32>load<u8>(at, 1);
  // n, ", \, t, r, b, f
  if (letter == 110 || letter == 34 || letter == 92 || letter == 116 || letter == 114) return at + 2;
  if (letter == 98 || letter == 102) return at + 2;
  return letter == 117 && isControl(at + 2) ? at + 6 : 0;
}

/** Of those below 32 that have no letter. */
function isControl(digits: u32): bool {
  if (load<u16>(digits) != 0x3030) return false;
  const high = load<u8>(digits, 2);
  const low = load<u8>(digits, 3);
  if (high != 48 && high != 49) return false;
  if (!((low >= 48 && low <= 57) || (low >= 97 && low <= 102))) return false;
  // 8, 9, a, c, d
  return high == 49 || (low != 56 && low != 57 && low != 97 && low != 99 && low != 100);
}

function plainObject(from: u32, depth: u32): u32 {
  if (load<u8>(from) == 125) return from + 1;
  const first = keys;
  let at = from;
  while (at < end) {
    if (load<u8>(at) != 34) return 0;
    const close = plainString(at + 1);
    if (close == 0 || load<u8>(close) != 58 || !addKey(first, at, close)) return 0;
    at = plainValue(close + 1, depth);
    if (at == 0) return 0;
    const byte = load<u8>(at);
    if (byte == 125) {
      keys = first;
      return at + 1;
    }
    if (byte != 44) return 0;
    at++;
  }
  return 0;
}

/** False when the object has it already. */
function addKey(first: u32, start: u32, close: u32): bool {
  const digit = <u32>load<u8>(start, 1) - 48;
  if (digit < 10 || keys == MOST_KEYS || keys - first > 64) return false;
  const length = close - start;
  for (let index = first; index < keys; index++) {
    const other = load<u32>(KEYS + index * 8);
    if (load<u32>(KEYS + index * 8, 4) == length && isSame(other, start, length)) return false;
  }
  store<u32>(KEYS + keys * 8, start);
  store<u32>(KEYS + keys * 8, length, 4);
  keys++;
  return true;
}

function isSame(a: u32, b: u32, length: u32): bool {
  for (let index: u32 = 0; index < length; index++) if (load<u8>(a + index) != load<u8>(b + index)) return false;
  return true;
}

function plainList(from: u32, depth: u32): u32 {
  if (load<u8>(from) == 93) return from + 1;
  let at = from;
  while (at < end) {
    at = plainValue(at, depth);
    if (at == 0) return 0;
    const byte = load<u8>(at);
    if (byte == 93) return at + 1;
    if (byte != 44) return 0;
    at++;
  }
  return 0;
}

/** Whole, and so small that no digit is lost. */
function plainNumber(from: u32): u32 {
  const start = load<u8>(from) == 45 ? from + 1 : from;
  let at = start;
  while (<u32>load<u8>(at) - 48 < 10) at++;
  const length = at - start;
  if (length == 0 || length > 15) return 0;
  if (load<u8>(start) == 48 && (length > 1 || start != from)) return 0;
  const next = load<u8>(at);
  return next == 46 || (next | 32) == 101 ? 0 : at;
}
