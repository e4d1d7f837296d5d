/**
 * The inner loop of looking for secrets: finds the next sign in a text at which a rule could find one, and passes over
 * all others. It knows of each rule only how it begins; whether there is a secret is for the rules to say. So it may
 * stop too often, but never pass a place where a rule would find something: a test holds it to that.
 *
 * Memory: a header, tables, then the text, one byte a character. skip-kernel.ts has the same numbers and writes all of
 * it. Characters beyond ASCII are 0x80, the wide colon is 0x81, an arrow may be 0x82.
 */
import { isEnding, mayEndName } from './name-endings';
import { FOURTHS, fourAt, HEADER, ISSUED, isDigit, pairAt, ROLES, SEXTETS, THIRDS, WORDS } from './skip-memory';
import { mayTellSecret, startOfAuthority } from './url-secrets';

export { isEnding, nameIsMember } from './name-endings';

const OTHER: u32 = 0;
const BLOCK: u32 = 2;
const ESCAPE: u32 = 4;

const SHORTEST_RUN: u32 = 14;
const SHORTEST_BASE64: u32 = 24;
const MOST_STARTS: u32 = 8;

/** Text that is not all ASCII: from two bytes a character to one. */
export function narrow(from: u32, to: u32, count: u32): void {
  const ascii = i16x8.splat(127);
  const other = i16x8.splat(0x80);
  const wide = i16x8.splat(<i16>0xff1a);
  for (let at: u32 = 0; at < count; at += 16) {
    const source = from + at * 2;
    const low = plain(v128.load(source), ascii, other, wide);
    const high = plain(v128.load(source, 16), ascii, other, wide);
    v128.store(to + at, i8x16.narrow_i16x8_u(low, high));
  }
}

// @ts-ignore: decorator
@inline
function plain(units: v128, ascii: v128, other: v128, wide: v128): v128 {
  // What is equal is all ones, which is -1: taken from 0x80 it gives 0x81.
  const instead = i16x8.sub(other, i16x8.eq(units, wide));
  return v128.bitselect(instead, units, i16x8.gt_u(units, ascii));
}

/**
 * The next place that is worth a look, and in the header where the run and the block began that end there; `end` when
 * there is none.
 */
export function skip(from: u32, end: u32, runStart: u32, blockStart: u32): u32 {
  // What stands behind is of another text.
  v128.store(end, i8x16.splat(0));
  let run = runStart;
  let block = blockStart;
  let at = from;
  while (at < end) {
    const chunk = at;
    let bits = endsOfRuns(chunk);
    if (chunk + 16 > end) bits &= (1 << (end - chunk)) - 1;
    at += 16;
    while (bits) {
      const place = chunk + ctz(bits);
      bits &= bits - 1;
      const byte = <u32>load<u8>(place);
      if (place > run + 4 && mayEndRun(run, place, byte)) return stop(place, run, block);
      const role = <u32>load<u8>(ROLES + byte);
      if (role != BLOCK) {
        if (place >= block + SHORTEST_BASE64 && mayBeText(block, place)) return stop(place, run, block);
        if (role == ESCAPE) {
          const next = afterEscape(place);
          if (next == 0) return stop(place, run, block);
          run = next;
          block = next;
          if (next >= chunk + 16) {
            at = next;
            break;
          }
          bits &= -1 << (next - chunk);
          continue;
        }
        if (role != OTHER && maySign(place, byte)) return stop(place, run, block);
        block = place + 1;
      }
      run = place + 1;
    }
  }
  return stop(end, run, block);
}

// @ts-ignore: decorator
@inline
function stop(place: u32, run: u32, block: u32): u32 {
  store<u32>(HEADER, run);
  store<u32>(HEADER, block, 4);
  return place;
}

/** What is no letter, no digit, no `_` and no `-`. */
// @ts-ignore: decorator
@inline
function endsOfRuns(at: u32): u32 {
  const bytes = v128.load(at);
  const small = v128.or(bytes, i8x16.splat(0x20));
  const letters = i8x16.lt_u(i8x16.sub(small, i8x16.splat(97)), i8x16.splat(26));
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10));
  const dashes = v128.or(i8x16.eq(bytes, i8x16.splat(45)), i8x16.eq(bytes, i8x16.splat(95)));
  return ~i8x16.bitmask(v128.or(v128.or(letters, digits), dashes)) & 0xffff;
}

/** The rules of run.ts. */
function mayEndRun(start: u32, end: u32, byte: u32): bool {
  const isBlank = byte == 32 || byte == 9 || byte == 10 || byte == 13;
  if (isBlank) {
    if (((<u32>load<u8>(WORDS + fourAt(start)) >> ((end - start) & 7)) & 1) != 0) return true;
  }
  // A flag that is the name of a secret, or the beginning of a key.
  if (load<u16>(start) == 0x2d2d && mayEndFlag(byte) && (load<u8>(end - 1) == 78 || isEnding(end))) return true;
  return end - start >= SHORTEST_RUN && mayHoldToken(start, end, byte);
}

/** A space, or the quote around it, which may be escaped. */
// @ts-ignore: decorator
@inline
function mayEndFlag(byte: u32): bool {
  return byte == 32 || byte == 34 || byte == 39 || byte == 96 || byte == 92;
}

function mayHoldToken(start: u32, end: u32, byte: u32): bool {
  if (mayBeginBefore(start)) return true;
  let isBoundary = true;
  const last = end - 8;
  for (let at = start; at < last; at++) {
    if (isBoundary && (mayBeIssued(at) || mayBeFormed(at, end, byte))) return true;
    const code = <u32>load<u8>(at);
    isBoundary = code == 45 || code == 95;
  }
  return mayBeSaid(start) && hasDigit(start, end);
}

function hasDigit(start: u32, end: u32): bool {
  for (let at = start; at < end; at++) if (isDigit(load<u8>(at))) return true;
  return false;
}

// @ts-ignore: decorator
@inline
function mayBeIssued(at: u32): bool {
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

/** As encoded-block.ts and base64.ts do it: whether the first characters decode to text. */
function mayBeText(start: u32, end: u32): bool {
  let from = start;
  for (let tries: u32 = 0; tries < MOST_STARTS; tries++) {
    if (end < from + SHORTEST_BASE64) return false;
    if (beginsLikeText(from)) return true;
    while (from < end && load<u8>(from) != 47) from++;
    if (from == end) return false;
    from++;
  }
  return false;
}

function beginsLikeText(start: u32): bool {
  let pending = 0;
  for (let at = start; at < start + SHORTEST_BASE64; at += 4) {
    const first = <u32>load<u8>(SEXTETS + <u32>load<u8>(at));
    const second = <u32>load<u8>(SEXTETS + <u32>load<u8>(at, 1));
    const third = <u32>load<u8>(SEXTETS + <u32>load<u8>(at, 2));
    const fourth = <u32>load<u8>(SEXTETS + <u32>load<u8>(at, 3));
    if ((first | second | third | fourth) > 63) return false;
    pending = bytesPending(pending, (first << 2) | (second >> 4));
    if (pending >= 0) pending = bytesPending(pending, ((second & 15) << 4) | (third >> 2));
    if (pending >= 0) pending = bytesPending(pending, ((third & 3) << 6) | fourth);
    if (pending < 0) return false;
  }
  return true;
}

function bytesPending(pending: i32, byte: u32): i32 {
  if (pending > 0) return byte >= 0x80 && byte < 0xc0 ? pending - 1 : -1;
  if (byte < 0x80) {
    return (byte >= 32 && byte < 127) || byte == 9 || byte == 10 || byte == 13 || byte == 27 ? 0 : -1;
  }
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/** Where to go on behind an escape, as scan.ts does it; 0 when a token may begin there. */
function afterEscape(place: u32): u32 {
  let next = place + 1;
  while (load<u8>(next) == 92) next++;
  const letter = <u32>load<u8>(next);
  if (letter == 117) return areHex(next + 1) ? next + 5 : next;
  if (letter != 110 && letter != 114 && letter != 116 && letter != 98 && letter != 102) return next;
  return mayBeIssued(next) ? 0 : next + 1;
}

function areHex(from: u32): bool {
  for (let at = from; at < from + 4; at++) {
    const byte = <u32>load<u8>(at);
    if (!isDigit(byte) && (byte | 32) - 97 > 5) return false;
  }
  return true;
}

/** The rules of scan.ts that begin at a sign. */
function maySign(place: u32, byte: u32): bool {
  const next = <u32>load<u8>(place, 1);
  // `[reda`
  if (byte == 91) return load<u32>(place, 1) == 0x61646572;
  if (byte == 126) return load<u8>(place - 1) == 81 && isDigit(load<u8>(place - 2));
  if (byte == 58) {
    const authority = next == 47 || next == 92 ? startOfAuthority(place + 1) : 0;
    if (authority != 0 && mayTellSecret(authority)) return true;
    if (next == 65 && load<u8>(place, 2) == 65) return true;
    const mayBePassword = next > 34 && next != 39 && next != 47 && next != 92 && next != 58;
    if (mayBePassword && hasUserOption(place)) return true;
  }
  if (byte == 62 && !isElement(place)) return false;
  // `::`, `==`, `=~` qualify or compare.
  if ((byte == 58 || byte == 61) && (next == 58 || next == 126 || (next == 61 && byte == 61))) return false;
  return mayEndName(place);
}

/** `<name>` */
function isElement(place: u32): bool {
  let start = place;
  while (place - start < 64 && isOfBase64(load<u8>(start - 1))) start--;
  return load<u8>(start - 1) == 60 && place - start > 2;
}

function isOfBase64(byte: u32): bool {
  if (isDigit(byte) || (byte | 32) - 97 < 26) return true;
  return byte == 43 || byte == 47 || byte == 61 || byte == 95 || byte == 45;
}

/** `-u` among the last characters. */
function hasUserOption(place: u32): bool {
  const dash = i8x16.splat(45);
  const letter = i8x16.splat(117);
  for (let at = place - 96; at < place; at += 16) {
    if (v128.any_true(v128.and(i8x16.eq(v128.load(at), dash), i8x16.eq(v128.load(at, 1), letter)))) return true;
  }
  return false;
}
