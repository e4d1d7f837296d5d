/**
 * Finds the next place in a text where a rule could find a secret. It knows of each rule only its anchors: what is part of
 * everything that the rule finds. It may stop too often, but never passes over something that a rule would find.
 */
import { mayBeText } from './encoded-text';
import {
  AFTER_STRETCH,
  AHEAD,
  ANCHOR_END,
  BASE64,
  BEFORE_STRETCH,
  FIRST_HIGH,
  FIRST_LOW,
  HIGH_BITS,
  LONGEST_AHEAD,
  PLACES,
  SECOND_HIGH,
  SECOND_LOW,
  SHORTEST_BASE64,
  SHORTEST_STRETCH,
} from './memory';
import { BACKWARDS, FORWARDS, next, walk } from './walk';

export * from './memory';

const BACKSLASH: u8 = 92;

/** Makes one byte of each character of a text in UTF-16; see src/anchor/bytes.ts. */
export function narrow(from: u32, to: u32, count: u32): void {
  for (let at: u32 = 0; at < count; at += 16) {
    const source = from + at * 2;
    v128.store(to + at, i8x16.narrow_i16x8_u(narrowed(v128.load(source)), narrowed(v128.load(source, 16))));
  }
}

function narrowed(units: v128): v128 {
  const isColon = i16x8.eq(units, i16x8.splat(<i16>0xff1a));
  const beyond = v128.bitselect(i16x8.splat(0x1a), i16x8.splat(1), isColon);
  return v128.bitselect(beyond, units, i16x8.gt_u(units, i16x8.splat(127)));
}

/**
 * From a place on; `end` when there is none. 64 characters at a time: a bit for each
 * that may be the last of an anchor, and for each behind a long stretch of base64 characters. Most chunks have none.
 */
export function nextAnchor(from: u32, end: u32): u32 {
  const firstLow = v128.load(FIRST_LOW);
  const firstHigh = v128.load(FIRST_HIGH);
  const secondLow = v128.load(SECOND_LOW);
  const secondHigh = v128.load(SECOND_HIGH);
  const base64 = v128.load(BASE64);
  const highBits = v128.load(HIGH_BITS);
  const shortest = load<u32>(SHORTEST_STRETCH);
  // What follows in memory is of an earlier text.
  memory.fill(end, 0, 16);
  let stretch = from;
  /** The groups in which the last 16 characters are the first ones of a pair. */
  let firsts = i8x16.splat(-1);
  for (let chunk = from; chunk <= end; chunk += 64) {
    let places: u64 = 0;
    let ends: u64 = 0;
    for (let part: u32 = 0; part < 64; part += 16) {
      const bytes = v128.load(chunk + part);
      const low = v128.and(bytes, i8x16.splat(15));
      const high = v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(15));
      const before = firsts;
      firsts = v128.and(i8x16.swizzle(firstLow, low), i8x16.swizzle(firstHigh, high));
      const seconds = v128.and(i8x16.swizzle(secondLow, low), i8x16.swizzle(secondHigh, high));
      const pairs = v128.and(seconds, lastOfFirstThen(before, firsts));
      places |= maskOf(i8x16.ne(pairs, i8x16.splat(0))) << part;
      const inBase64 = v128.and(i8x16.swizzle(base64, low), i8x16.swizzle(highBits, high));
      ends |= maskOf(i8x16.eq(inBase64, i8x16.splat(0))) << part;
    }
    if (chunk + 64 > end) {
      const inText = ((<u64>2) << (end - chunk)) - 1;
      places &= inText;
      ends &= inText;
    }
    let longEnds = ends & (lastOfLong(~ends, shortest) << 1);
    if (ends !== 0 && chunk + <u32>ctz(ends) >= stretch + shortest) longEnds |= ends & -ends;
    for (let bits = places | longEnds; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const place = chunk + <u32>ctz(bits);
      if ((longEnds & bit) !== 0) {
        const start = startBefore(ends & (bit - 1), chunk, stretch);
        if (mayHoldSecret(start, place)) return anchor(start, start);
      }
      if ((places & bit) !== 0) {
        const found = anchorAt(place);
        if (found !== 0) return anchor(place, found);
      }
    }
    stretch = startBefore(ends, chunk, stretch);
  }
  return end;
}

function anchor(place: u32, end: u32): u32 {
  store<u32>(ANCHOR_END, end);
  return place;
}

function maskOf(lanes: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(lanes));
}

/** Sixteen bytes that begin with the last one of the first. */
function lastOfFirstThen(first: v128, second: v128): v128 {
  return i8x16.shuffle(first, second, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

/** Of characters that each have a bit: the last ones of so many in a row. */
function lastOfLong(characters: u64, count: u32): u64 {
  let last = characters;
  let length: u32 = 1;
  for (; length * 2 <= count; length *= 2) last &= last << length;
  return last & (last << (count - length));
}

/** Behind the last of these ends, or where it was before them. */
function startBefore(ends: u64, chunk: u32, known: u32): u32 {
  return ends !== 0 ? chunk + 64 - <u32>clz(ends) : known;
}

/** An anchor that ends here has two characters at least. */
function anchorAt(place: u32): u32 {
  const places = load<u32>(PLACES);
  const ahead = load<u32>(AHEAD);
  if (next(next(places, place), place - 1) !== 0) {
    const found = walk(place, places, BACKWARDS, u32.MAX_VALUE);
    if (found !== 0) return found;
  }
  return next(ahead, place) === 0 ? 0 : walk(place, ahead, FORWARDS, load<u32>(LONGEST_AHEAD));
}

/** A long stretch of base64 characters: by what is before it, behind it, or encoded in it. */
function mayHoldSecret(start: u32, end: u32): bool {
  const before = load<u32>(BEFORE_STRETCH);
  const after = load<u32>(AFTER_STRETCH);
  if (next(before, start - 1) !== 0 && walk(start - 1, before, BACKWARDS, u32.MAX_VALUE) !== 0) return true;
  if (next(after, end) !== 0 && walk(end, after, BACKWARDS, u32.MAX_VALUE) !== 0) return true;
  if (end - start < load<u32>(SHORTEST_BASE64)) return false;
  if (mayBeText(start, end)) return true;
  // Of an escape (`\n`, `\u001b`), letters and digits are no part of what follows.
  return load<u8>(start - 1) === BACKSLASH && (mayBeText(start + 1, end) || mayBeText(start + 5, end));
}
