/**
 * Writes texts as JSON strings in UTF-8, as JSON.stringify does it, straight to where they are sent from, and marks them.
 *
 * Memory: what was written so far, and behind it the text that comes, two bytes a character (see escape-kernel.ts). What
 * is written never overtakes what is read: a character of two bytes becomes six at most, and the text stands behind room
 * for that.
 */

/** Writes `count` characters that stand at `from`, with quotes around them; gives where it ended. */
export function escape(from: u32, count: u32, to: u32): u32 {
  const source = from + count * 2;
  let out = to;
  store<u8>(out++, QUOTE);
  let at = from;
  while (at < source) {
    if (at + 32 <= source && isPlain(at)) {
      v128.store(out, i8x16.narrow_i16x8_u(v128.load(at), v128.load(at, 16)));
      at += 32;
      out += 16;
      continue;
    }
    const stop = min(at + 32, source);
    while (at < stop) {
      const unit = <u32>load<u16>(at);
      at += 2;
      if (unit < 0x80) out = putAscii(unit, out);
      else if (unit < 0x800) {
        store<u8>(out, 0xc0 | (unit >> 6));
        store<u8>(out, 0x80 | (unit & 63), 1);
        out += 2;
      } else if (unit < 0xd800 || unit > 0xdfff) {
        store<u8>(out, 0xe0 | (unit >> 12));
        store<u8>(out, 0x80 | ((unit >> 6) & 63), 1);
        store<u8>(out, 0x80 | (unit & 63), 2);
        out += 3;
      } else if (unit < 0xdc00 && at < source && (<u32>load<u16>(at) & 0xfc00) == 0xdc00) {
        const code = 0x10000 + ((unit & 0x3ff) << 10) + (<u32>load<u16>(at) & 0x3ff);
        at += 2;
        store<u8>(out, 0xf0 | (code >> 18));
        store<u8>(out, 0x80 | ((code >> 12) & 63), 1);
        store<u8>(out, 0x80 | ((code >> 6) & 63), 2);
        store<u8>(out, 0x80 | (code & 63), 3);
        out += 4;
      } else out = putHex(unit, out);
    }
  }
  store<u8>(out++, QUOTE);
  return out;
}

const QUOTE: u8 = 34;
const BACKSLASH: u8 = 92;

/** Sixteen characters that stand in JSON as they are, one byte each. */
// @ts-ignore: decorator
@inline
function isPlain(at: u32): bool {
  const low = v128.load(at);
  const high = v128.load(at, 16);
  // Beyond ASCII any of these bits is set.
  if (v128.any_true(v128.and(v128.or(low, high), i16x8.splat(<i16>0xff80)))) return false;
  const bytes = i8x16.narrow_i16x8_u(low, high);
  const special = v128.or(
    i8x16.lt_u(bytes, i8x16.splat(32)),
    v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(92))),
  );
  return !v128.any_true(special);
}

// @ts-ignore: decorator
@inline
function putAscii(unit: u32, out: u32): u32 {
  if (unit >= 32 && unit != 34 && unit != 92) {
    store<u8>(out, unit);
    return out + 1;
  }
  return putEscaped(unit, out);
}

function putEscaped(unit: u32, out: u32): u32 {
  let letter: u32 = 0;
  if (unit == 10) letter = 110;
  else if (unit == 34 || unit == 92) letter = unit;
  else if (unit == 9) letter = 116;
  else if (unit == 13) letter = 114;
  else if (unit == 8) letter = 98;
  else if (unit == 12) letter = 102;
  if (letter == 0) return putHex(unit, out);
  store<u8>(out, BACKSLASH);
  store<u8>(out, letter, 1);
  return out + 2;
}

function putHex(unit: u32, out: u32): u32 {
  store<u8>(out, BACKSLASH);
  store<u8>(out, 117, 1);
  for (let digit: u32 = 0; digit < 4; digit++) {
    const value = (unit >> (12 - digit * 4)) & 15;
    store<u8>(out + 2 + digit, value < 10 ? 48 + value : 87 + value);
  }
  return out + 6;
}

/**
 * Writes JSON in UTF-8 that stands in [from, source) as the inside of a JSON string: without blanks, only quotes and
 * backslashes are written in another way. What is written never overtakes what is read, if the JSON stands behind room
 * for itself.
 */
export function requote(from: u32, source: u32, to: u32): u32 {
  const quotes = i8x16.splat(34);
  const slashes = i8x16.splat(92);
  let at = from;
  let out = to;
  while (at < source) {
    const bytes = v128.load(at);
    let mask = <u32>i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, slashes)));
    const left = source - at;
    if (left < 16) mask &= (1 << left) - 1;
    if (mask == 0) {
      v128.store(out, bytes);
      const count = min(left, 16);
      at += count;
      out += count;
      continue;
    }
    const plain = <u32>ctz(mask);
    v128.store(out, bytes);
    out += plain;
    at += plain;
    store<u8>(out, BACKSLASH);
    store<u8>(out, load<u8>(at), 1);
    out += 2;
    at++;
  }
  return out;
}

const FIRST: u64 = 0x9e3779b97f4a7c15;
const SECOND: u64 = 0xc2b2ae3d27d4eb4f;

/**
 * A mark of what stands from `from` to `to`: sixteen bytes, written behind it, that are others as soon as anything in it
 * is. Against chance, not against an enemy. There must be room for 32 bytes.
 */
export function mark(from: u32, to: u32): void {
  const length: u64 = to - from;
  // What is left there of before must not count.
  v128.store(to, i8x16.splat(0));
  let one: u64 = FIRST ^ length;
  let two: u64 = SECOND + length;
  for (let at = from; at < to; at += 16) {
    one = rotl<u64>((one ^ load<u64>(at)) * FIRST, 29) + two;
    two = rotl<u64>((two ^ load<u64>(at, 8)) * SECOND, 31) + one;
  }
  one = mixed(one + two);
  two = mixed(two + one);
  store<u64>(to, one + two);
  store<u64>(to, two, 8);
}

function mixed(value: u64): u64 {
  let bits = value;
  bits = (bits ^ (bits >> 32)) * FIRST;
  bits = (bits ^ (bits >> 29)) * SECOND;
  return bits ^ (bits >> 32);
}
