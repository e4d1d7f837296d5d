/** Which of 16 characters are in a set, a bit for each. A set is looked up by both halves of a byte. */

/** Of the lower half of bytes. */
// @ts-ignore: decorator
@inline
export function lowHalf(bytes: v128): v128 {
  return v128.and(bytes, i8x16.splat(15));
}

// @ts-ignore: decorator
@inline
export function highHalf(bytes: v128): v128 {
  return v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(15));
}

/** A set has for the lower half of a byte a bit for each higher half. */
// @ts-ignore: decorator
@inline
export function others(set: v128, low: v128, highBit: v128): u64 {
  return without(v128.and(i8x16.swizzle(set, low), highBit));
}

/** Where no bit is. */
// @ts-ignore: decorator
@inline
export function without(bits: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(i8x16.eq(bits, i8x16.splat(0))));
}

/** For characters the groups of words, a bit each, that have them at a place: a table for each half. */
// @ts-ignore: decorator
@inline
export function groupsWith(low: v128, high: v128, lowTable: v128, highTable: v128): v128 {
  return v128.and(i8x16.swizzle(lowTable, low), i8x16.swizzle(highTable, high));
}
