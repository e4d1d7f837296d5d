import { afterEscapes, bits, equal } from './walk-values';

/**
 * Returns the number of UTF-16 units in the JSON string between two quotes. The bytes must be JSON and well-formed
 * UTF-8.
 */
export function textLength(start: u32, stop: u32): u32 {
  let length: u32 = 0;
  let carry: u64 = 0;
  for (let at = start; at < stop; at += 64) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const within: u64 = stop - at >= 64 ? ~0 : ((<u64>1) << (stop - at)) - 1;
    const slashed = equal(a, b, c, d, 92) & ~carry;
    const escaped = afterEscapes(slashed, carry);
    carry = (slashed & ~escaped) >> 63;
    // Continuation bytes do not count; the first of four bytes counts twice.
    const continued = bits(isContinued(a), isContinued(b), isContinued(c), isContinued(d));
    const long = bits(isLong(a), isLong(b), isLong(c), isLong(d));
    length += <u32>popcnt(~continued & within) + <u32>popcnt(long & within);
    const own = escaped & within;
    // An escape is one unit, or six characters for one unit.
    length -= <u32>popcnt(own) + 4 * <u32>popcnt(own & equal(a, b, c, d, 117));
  }
  return length;
}

function isContinued(bytes: v128): v128 {
  return i8x16.lt_s(bytes, i8x16.splat(-64));
}

function isLong(bytes: v128): v128 {
  return i8x16.ge_u(bytes, i8x16.splat(-16));
}
