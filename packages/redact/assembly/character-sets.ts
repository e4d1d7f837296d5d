/** Which of 16 characters are in a set, a bit for each. */
import { HIGH_BITS } from './skip-memory';

/** Those that are not in it. */
export function others(set: v128, low: v128, highBit: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.and(i8x16.swizzle(set, low), highBit), i8x16.splat(0))));
}

/** A set has for the lower half of a byte a bit for each higher half. */
export function othersAt(at: u32, set: u32): u64 {
  const bytes = v128.load(at);
  const half = i8x16.splat(15);
  const high = v128.and(i16x8.shr_u(bytes, 4), half);
  return others(v128.load(set), v128.and(bytes, half), i8x16.swizzle(v128.load(HIGH_BITS), high));
}
