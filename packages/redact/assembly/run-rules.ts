/** The rules of run.ts: what may be found at the end of a run of letters, digits, `_` and `-`. */
import { othersAt } from './character-sets';
import { isEnding } from './name-endings';
import { DASHES, FOURTHS, fourAt, GLUED, ISSUED, isDigit, pairAt, RUN_SET, THIRDS, WORDS } from './skip-memory';

export const SHORTEST_RUN: u32 = 14;
/** Shorter runs are looked at by no rule. */
const SHORTEST_WORD: u32 = 5;

/**
 * Of a run that begins like a word that a password follows, or like a flag: where it ends, if a rule has to look there;
 * else 0.
 */
export function endWorthALook(start: u32): u32 {
  const isFlag = load<u16>(start) === 0x2d2d;
  const lengths = <u32>load<u8>(WORDS + fourAt(start));
  if (!isFlag && lengths === 0) return 0;
  const end = endOfRun(start);
  if (end - start < SHORTEST_WORD) return 0;
  const byte = <u32>load<u8>(end);
  const isBlank = byte === 32 || byte === 9 || byte === 10 || byte === 13;
  if (isBlank && ((lengths >> ((end - start) & 7)) & 1) !== 0) return end;
  // A flag that is the name of a secret, or the beginning of a key.
  return isFlag && mayEndFlag(byte) && (load<u8>(end - 1) === 78 || isEnding(end)) ? end : 0;
}

/** Zeros stand behind every text. */
function endOfRun(start: u32): u32 {
  let at = start;
  let ends = othersAt(at, RUN_SET);
  while (ends === 0) {
    at += 16;
    ends = othersAt(at, RUN_SET);
  }
  return at + <u32>ctz(ends);
}

/** A space, or the quote around it, which may be escaped. */
function mayEndFlag(byte: u32): bool {
  return byte === 32 || byte === 34 || byte === 39 || byte === 96 || byte === 92;
}

export function mayHoldToken(start: u32, end: u32, byte: u32): bool {
  if (mayBeginBefore(start) || mayBeIssued(start) || mayBeFormed(start, end, byte)) return true;
  if (end - start === 36 && isUuid(start)) return mayBeSaid(start);
  const last = end - 8;
  for (let at = start; at < last; at += 16) {
    for (let bits = worthALook(at); bits !== 0; bits &= bits - 1) {
      const place = at + ctz(bits);
      if (place + 1 >= last) break;
      if (load<u8>(place) === 65) {
        if (load<u8>(FOURTHS + fourAt(place)) !== 0) return true;
      } else if (mayBeIssued(place + 1) || mayBeGlued(place, end)) return true;
    }
  }
  return mayBeSaid(start) && hasDigit(start, end);
}

/** They are most of the long runs with dashes in them, and no token is in one. */
function isUuid(start: u32): bool {
  const dashes =
    <u32>load<u8>(start, 8) & <u32>load<u8>(start, 13) & <u32>load<u8>(start, 18) & <u32>load<u8>(start, 23);
  return dashes === 45 && areHexOrDash(start) && areHexOrDash(start + 16) && areHexOrDash(start + 20);
}

function areHexOrDash(at: u32): bool {
  const bytes = v128.load(at);
  const small = v128.or(bytes, i8x16.splat(32));
  const letters = i8x16.lt_u(i8x16.sub(small, i8x16.splat(97)), i8x16.splat(6));
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10));
  return i8x16.all_true(v128.or(v128.or(letters, digits), i8x16.eq(bytes, v128.load(DASHES))));
}

/** Of 16 characters: each `-` and `_`, and the `A` of `AKIA`, `ASIA`, `ABIA`, `ACCA`, `AIza`, which stand in words too. */
function worthALook(at: u32): u32 {
  const bytes = v128.load(at);
  const fourths = v128.or(v128.load(at, 3), i8x16.splat(32));
  const ids = v128.and(i8x16.eq(bytes, i8x16.splat(65)), i8x16.eq(fourths, i8x16.splat(97)));
  const dashes = v128.or(i8x16.eq(bytes, v128.load(DASHES)), i8x16.eq(bytes, i8x16.splat(95)));
  return <u32>i8x16.bitmask(v128.or(dashes, ids));
}

/** The rules of glued.ts: with letters before it, whose prefix has its first `-` or `_` here. */
function mayBeGlued(dash: u32, end: u32): bool {
  const behind = end - dash - 1;
  if (behind < SHORTEST_GLUED) return false;
  const least = <u32>load<u8>(GLUED + fourAt(dash - 3));
  return least !== 0 && behind >= least;
}

const SHORTEST_GLUED: u32 = 20;

function hasDigit(start: u32, end: u32): bool {
  for (let at = start; at < end; at++) if (isDigit(load<u8>(at))) return true;
  return false;
}

export function mayBeIssued(at: u32): bool {
  const tokens = <u32>load<u8>(ISSUED + pairAt(at));
  if (tokens === 0) return false;
  const third = <u32>load<u8>(THIRDS + (tokens << 8) + <u32>load<u8>(at, 2));
  return third === ENOUGH || (third !== 0 && load<u8>(FOURTHS + fourAt(at)) !== 0);
}

/** Of a third character: a fourth need not be looked at. */
const ENOUGH: u32 = 1;

/** The token's own beginning is not the run's. */
function mayBeginBefore(start: u32): bool {
  const before = <u32>load<u8>(start - 1);
  if (before === 46) {
    for (let length: u32 = 3; length < 10; length++) if (mayBeIssued(start - length)) return true;
    return false;
  }
  return before === 37 || ((before === 91 || before === 59) && isDigit(load<u8>(start)));
}

/** The rules of formed.ts that no prefix tells. */
function mayBeFormed(start: u32, end: u32, byte: u32): bool {
  // `-us`, and one digit behind it or two
  if ((load<u32>(end - 4) & 0xffffff) === 0x73752d || (load<u32>(end - 5) & 0xffffff) === 0x73752d) return true;
  return byte === 46 && mayGoOnBehindDot(start, end);
}

function mayGoOnBehindDot(start: u32, end: u32): bool {
  // `.atl`; `.eyJ`, before which a JSON web token may begin anywhere; `pat`
  if (load<u32>(end) === 0x6c74612e || load<u32>(end) === 0x4a79652e) return true;
  if (end - start >= 17 && (load<u32>(end - 17) & 0xffffff) === 0x746170) return true;
  if (load<u8>(end, 7) !== 46) return false;
  for (let at = max(start, end - 28); at < end - 22; at++) if (<u32>load<u8>(at) - 77 < 3) return true;
  return false;
}

/** Behind `bearer`, `is`, `token "`: the last letter of what may stand before such a value. */
function mayBeSaid(start: u32): bool {
  let at = start - 1;
  let before = <u32>load<u8>(at);
  const isQuoted = before === 34 || before === 39 || before === 96;
  if (isQuoted) before = load<u8>(--at);
  if (before !== 32) return false;
  let letter = <u32>load<u8>(at - 1);
  if (letter === 58) letter = load<u8>(at - 2);
  letter |= 32;
  if (letter === 114 || letter === 99 || letter === 115 || letter === 119) return true;
  if (!isQuoted) return false;
  const small = letter - 97;
  // d, e, f, h, l, n, o, t, y
  return small < 26 && ((0x010868b8 >> small) & 1) !== 0;
}
