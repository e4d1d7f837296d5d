/** Looks at 64 characters at once, one bit for each. */
import {
  BASE64,
  BEYOND_ASCII_BYTE,
  FIRST_HIGH,
  FIRST_LOW,
  HIGH_BITS,
  MORE_GROUPS,
  SECOND_HIGH,
  SECOND_LOW,
  WIDE_COLON,
  WIDE_COLON_BYTE,
} from './memory';

/** Characters that may be the last of an anchor. */
export let places: u64 = 0;
/** Characters that are not base64, and so end a stretch of it. */
export let ends: u64 = 0;
/** For each of the last 16 characters, the groups in which it is the first of a pair. */
let firsts: v128 = i8x16.splat(-1);
let moreFirsts: v128 = i8x16.splat(-1);

/** Any pair may end with the first character of the first chunk. */
export function startChunks(): void {
  firsts = i8x16.splat(-1);
  moreFirsts = i8x16.splat(-1);
}

/** Sets `places` and `ends` for the characters up to and including `end`. */
export function readChunk(chunk: u32, end: u32): void {
  const firstLow = v128.load(FIRST_LOW);
  const firstHigh = v128.load(FIRST_HIGH);
  const secondLow = v128.load(SECOND_LOW);
  const secondHigh = v128.load(SECOND_HIGH);
  const moreFirstLow = v128.load(FIRST_LOW + MORE_GROUPS);
  const moreFirstHigh = v128.load(FIRST_HIGH + MORE_GROUPS);
  const moreSecondLow = v128.load(SECOND_LOW + MORE_GROUPS);
  const moreSecondHigh = v128.load(SECOND_HIGH + MORE_GROUPS);
  const base64 = v128.load(BASE64);
  const highBits = v128.load(HIGH_BITS);
  const none = i8x16.splat(0);
  let noPairs: u64 = 0;
  let noBase64: u64 = 0;
  let before = firsts;
  let moreBefore = moreFirsts;
  for (let part: u32 = 0; part < 64; part += 16) {
    const bytes = v128.load(chunk + part);
    const low = v128.and(bytes, i8x16.splat(15));
    const high = v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(15));
    const first = v128.and(i8x16.swizzle(firstLow, low), i8x16.swizzle(firstHigh, high));
    const second = v128.and(i8x16.swizzle(secondLow, low), i8x16.swizzle(secondHigh, high));
    const moreFirst = v128.and(i8x16.swizzle(moreFirstLow, low), i8x16.swizzle(moreFirstHigh, high));
    const moreSecond = v128.and(i8x16.swizzle(moreSecondLow, low), i8x16.swizzle(moreSecondHigh, high));
    const pairs = v128.or(
      v128.and(second, shifted(before, first)),
      v128.and(moreSecond, shifted(moreBefore, moreFirst)),
    );
    const inBase64 = v128.and(i8x16.swizzle(base64, low), i8x16.swizzle(highBits, high));
    noPairs |= maskOf(i8x16.eq(pairs, none)) << part;
    noBase64 |= maskOf(i8x16.eq(inBase64, none)) << part;
    before = first;
    moreBefore = moreFirst;
  }
  firsts = before;
  moreFirsts = moreBefore;
  const inText = chunk + 64 > end ? ((<u64>2) << (end - chunk)) - 1 : u64.MAX_VALUE;
  places = ~noPairs & inText;
  ends = noBase64 & inText;
}

function maskOf(lanes: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(lanes));
}

/** The last byte of one vector, then all but the last of the other. */
function shifted(before: v128, bytes: v128): v128 {
  return i8x16.shuffle(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

/** Turns UTF-16 into one byte a character: see src/anchor/bytes.ts. */
export function narrow(from: u32, to: u32, count: u32): void {
  const wideColon = i16x8.splat(load<i16>(WIDE_COLON));
  const wideColonByte = i16x8.splat(load<i16>(WIDE_COLON_BYTE));
  const otherByte = i16x8.splat(load<i16>(BEYOND_ASCII_BYTE));
  for (let at: u32 = 0; at < count; at += 16) {
    const source = from + at * 2;
    const low = narrowed(v128.load(source), wideColon, wideColonByte, otherByte);
    const high = narrowed(v128.load(source, 16), wideColon, wideColonByte, otherByte);
    v128.store(to + at, i8x16.narrow_i16x8_u(low, high));
  }
}

function narrowed(units: v128, wideColon: v128, wideColonByte: v128, otherByte: v128): v128 {
  const beyondAscii = v128.bitselect(wideColonByte, otherByte, i16x8.eq(units, wideColon));
  return v128.bitselect(beyondAscii, units, i16x8.gt_u(units, i16x8.splat(127)));
}
