/** The rules of run.ts: what may be found at the end of a run of letters, digits, `_` and `-`. */
import { othersAt } from './character-sets';
import { isEnding } from './name-endings';
import { DASHES, FOURTHS, fourAt, ISSUED, isDigit, pairAt, RUN_SET, THIRDS, WORDS } from './skip-memory';

export const SHORTEST_RUN: u32 = 14;
/** Shorter runs are looked at by no rule. */
const SHORTEST_WORD: u32 = 5;

/**
 * Of a run that begins like a word that a password follows, or like a flag: where it ends, if a rule has to look there;
 * else 0.
 */
export function endWorthALook(start: u32): u32 {
  const isFlag = load<u16>(start) == 0x2d2d;
  const lengths = <u32>load<u8>(WORDS + fourAt(start));
  if (!isFlag && lengths == 0) return 0;
  const end = endOfRun(start);
  if (end - start < SHORTEST_WORD) return 0;
  const byte = <u32>load<u8>(end);
  const isBlank = byte == 32 || byte == 9 || byte == 10 || byte == 13;
  if (isBlank && ((lengths >> ((end - start) & 7)) & 1) != 0) return end;
  // A flag that is the name of a secret, or the beginning of a key.
  return isFlag && mayEndFlag(byte) && (load<u8>(end - 1) == 78 || isEnding(end)) ? end : 0;
}

/** Zeros stand behind every text. */
function endOfRun(start: u32): u32 {
  let at = start;
  let ends = othersAt(at, RUN_SET);
  while (ends == 0) {
    at += 16;
    ends = othersAt(at, RUN_SET);
  }
  return at + <u32>ctz(ends);
}

/** A space, or the quote around it, which may be escaped. */
// @ts-ignore: decorator
@inline
function mayEndFlag(byte: u32): bool {
  return byte == 32 || byte == 34 || byte == 39 || byte == 96 || byte == 92;
}

export function mayHoldToken(start: u32, end: u32, byte: u32): bool {
  if (mayBeginBefore(start)) return true;
  const last = end - 8;
  for (let at = start; at < last; at = behindDash(at, last)) {
    if (mayBeIssued(at) || mayBeFormed(at, end, byte)) return true;
  }
  return mayBeSaid(start) && hasDigit(start, end);
}

/** Behind the next `-` or `_`; `limit` when it is no nearer. */
// @ts-ignore: decorator
@inline
function behindDash(from: u32, limit: u32): u32 {
  for (let at = from; at < limit; at += 16) {
    const bytes = v128.load(at);
    const found = v128.or(i8x16.eq(bytes, v128.load(DASHES)), i8x16.eq(bytes, i8x16.splat(95)));
    const bits = <u32>i8x16.bitmask(found);
    if (bits != 0) return at + ctz(bits) + 1;
  }
  return limit;
}

function hasDigit(start: u32, end: u32): bool {
  for (let at = start; at < end; at++) if (isDigit(load<u8>(at))) return true;
  return false;
}

// @ts-ignore: decorator
@inline
export function mayBeIssued(at: u32): bool {
  const tokens = <u32>load<u8>(ISSUED + pairAt(at));
  if (tokens == 0) return false;
  const third = <u32>load<u8>(THIRDS + (tokens << 8) + <u32>load<u8>(at, 2));
  return third == ENOUGH || (third != 0 && load<u8>(FOURTHS + fourAt(at)) != 0);
}

/** Of a third character: a fourth need not be looked at. */
const ENOUGH: u32 = 1;

/** The token's own beginning is not the run's. */
function mayBeginBefore(start: u32): bool {
  const before = <u32>load<u8>(start - 1);
  if (before == 46) {
    for (let length: u32 = 3; length < 10; length++) if (mayBeIssued(start - length)) return true;
    return false;
  }
  return before == 37 || ((before == 91 || before == 59) && isDigit(load<u8>(start)));
}

/** The rules of formed.ts. */
// @ts-ignore: decorator
@inline
function mayBeFormed(at: u32, end: u32, byte: u32): bool {
  const length = end - at;
  const first = <u32>load<u8>(at);
  if (byte == 46) {
    // `.atl`, `pat`
    if (length == 14 && load<u32>(end) == 0x6c74612e) return true;
    if (length == 17 && first == 112 && load<u16>(at, 1) == 0x7461) return true;
    if (first == 101 && load<u16>(at, 1) == 0x4a79) return true;
    if (first >= 77 && first <= 79 && length <= 28 && load<u8>(end, 7) == 46) return true;
  }
  if (first == 114 && load<u16>(at, 1) == 0x5f65) return true;
  if (first == 97 && length >= 50 && load<u8>(at, 1) == 99) return true;
  return (length == 36 || length == 37) && load<u8>(at, 32) == 45;
}

/** Behind `bearer`, `is`, `token "`: the last letter of what may stand before such a value. */
function mayBeSaid(start: u32): bool {
  let at = start - 1;
  let before = <u32>load<u8>(at);
  const isQuoted = before == 34 || before == 39 || before == 96;
  if (isQuoted) before = load<u8>(--at);
  if (before != 32) return false;
  let letter = <u32>load<u8>(at - 1);
  if (letter == 58) letter = load<u8>(at - 2);
  letter |= 32;
  if (letter == 114 || letter == 99 || letter == 115 || letter == 119) return true;
  if (!isQuoted) return false;
  const small = letter - 97;
  // d, e, f, h, l, n, o, t, y
  return small < 26 && ((0x010868b8 >> small) & 1) != 0;
}
