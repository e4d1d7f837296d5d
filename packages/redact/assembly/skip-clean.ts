/**
 * The inner loop of looking for secrets: finds the next sign in a text at which a rule could find one, and passes over
 * all others. It knows of each rule only how it begins; whether there is a secret is for the rules to say. So it may
 * stop too often, but never pass a place where a rule would find something: a test holds it to that.
 *
 * Memory: a header, tables, then the text, one byte a character. skip-kernel.ts has the same numbers and writes all of
 * it. Characters beyond ASCII are 0x80, the wide colon is 0x81, an arrow may be 0x82.
 */
import { others } from './character-sets';
import { mayBeText, SHORTEST_BASE64 } from './encoded-text';
import { endsLikeName, mayEndName } from './name-endings';
import { endWorthALook, mayBeIssued, mayHoldToken, SHORTEST_RUN } from './run-rules';
import {
  BLOCK_SET,
  DASHES,
  FIRST_LETTERS,
  FOURTH_LETTERS,
  HALVES,
  HEADER,
  HIGH_BITS,
  isDigit,
  RUN_SET,
  SIGN_SET,
} from './skip-memory';
import { mayTellSecret, startOfAuthority } from './url-secrets';

export { isEnding, nameIsMember } from './name-endings';

const BACKSLASH: u32 = 92;

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

function plain(units: v128, ascii: v128, other: v128, wide: v128): v128 {
  // What is equal is all ones, which is -1: taken from 0x80 it gives 0x81.
  const instead = i16x8.sub(other, i16x8.eq(units, wide));
  return v128.bitselect(instead, units, i16x8.gt_u(units, ascii));
}

/**
 * The next place that is worth a look, and in the header where the run and the block began that end there; `end` when
 * there is none. A run begins at `from`.
 *
 * 64 characters at a time: where runs and blocks end, where signs stand, each a bit. Of nearly all of them no bit is left
 * when those are asked for that a rule can begin at.
 */
export function skip(from: u32, end: u32, blockStart: u32): u32 {
  // What stands behind is of another text.
  v128.store(end, i8x16.splat(0));
  const runSet = v128.load(RUN_SET);
  const blockSet = v128.load(BLOCK_SET);
  const signSet = v128.load(SIGN_SET);
  const firstSet = v128.load(FIRST_LETTERS);
  const fourthSet = v128.load(FOURTH_LETTERS);
  const highBits = v128.load(HIGH_BITS);
  const dashes = v128.load(DASHES);
  const halves = v128.load(HALVES);
  let run = from;
  let block = blockStart;
  /** No run and no block reaches further back: an escape ended there. */
  let floor: u32 = 0;
  /** A place in later characters that is worth a look. */
  let ahead: u32 = 0;
  /** Where the last words began that may be such. */
  let firsts: u64 = 0;
  /** Where dashes stood among the last characters. */
  let dashed: u64 = 0;
  for (let chunk = from; chunk < end; chunk += 64) {
    let ends: u64 = 0;
    let blockEnds: u64 = 0;
    let signs: u64 = 0;
    let firstLetters: u64 = 0;
    let fourthLetters: u64 = 0;
    const dashedBefore = dashed >>> 63;
    dashed = 0;
    for (let part: u32 = 0; part < 64; part += 16) {
      const bytes = v128.load(chunk + part);
      const low = v128.and(bytes, halves);
      const highBit = i8x16.swizzle(highBits, v128.and(i16x8.shr_u(bytes, 4), halves));
      ends |= others(runSet, low, highBit) << part;
      blockEnds |= others(blockSet, low, highBit) << part;
      signs |= others(signSet, low, highBit) << part;
      firstLetters |= others(firstSet, low, highBit) << part;
      fourthLetters |= others(fourthSet, low, highBit) << part;
      dashed |= (<u64>(<u32>i8x16.bitmask(i8x16.eq(bytes, dashes)))) << part;
    }
    signs = ~signs;
    if (chunk + 64 > end) {
      const inside = ((<u64>1) << (end - chunk)) - 1;
      ends &= inside;
      blockEnds &= inside;
      signs &= inside;
    }
    let looks = (ends & longRuns(~ends)) | (blockEnds & longBlocks(~blockEnds));
    // How long those are that began before tells their beginning.
    if (ends !== 0 && chunk + <u32>ctz(ends) >= run + SHORTEST_RUN) looks |= ends & -ends;
    if (blockEnds !== 0 && chunk + <u32>ctz(blockEnds) >= block + SHORTEST_BASE64) looks |= blockEnds & -blockEnds;

    const starts = ~ends & ((ends << 1) | (run === chunk ? 1 : 0));
    const firstsBefore = firsts >>> 61;
    firsts = starts & ~firstLetters;
    let words = ~fourthLetters & ((firsts << 3) | firstsBefore);
    // Two dashes or more, also behind a letter: a key may begin with them.
    let flags = dashed & ~((dashed << 1) | dashedBefore) & ((dashed >>> 1) | ((<u64>1) << 63));
    let worth: u64 = 0;
    if (ahead - chunk < 64) worth = (<u64>1) << (ahead - chunk);
    while ((words | flags) !== 0) {
      const start = words !== 0 ? chunk + <u32>ctz(words) - 3 : chunk + <u32>ctz(flags);
      if (words !== 0) words &= words - 1;
      else flags &= flags - 1;
      const place = endWorthALook(start);
      if (place >= chunk + 64) ahead = place;
      else if (place !== 0) worth |= (<u64>1) << (place - chunk);
    }
    let candidates = looks | signs | worth;
    while (candidates !== 0) {
      const bit = candidates & -candidates;
      const place = chunk + <u32>ctz(candidates);
      candidates ^= bit;
      if (place < floor) continue;
      const byte = <u32>load<u8>(place);
      const isSign = (signs & bit) !== 0;
      if (((looks | worth) & bit) !== 0) {
        const runHere = max(floor, beginBefore(ends & (bit - 1), chunk, run));
        const blockHere = max(floor, beginBefore(blockEnds & (bit - 1), chunk, block));
        if ((worth & bit) !== 0) return stop(place, runHere, blockHere);
        if (place >= runHere + SHORTEST_RUN && mayHoldToken(runHere, place, byte)) {
          return stop(place, runHere, blockHere);
        }
        if ((blockEnds & bit) !== 0 && place >= blockHere + SHORTEST_BASE64 && mayBeText(blockHere, place)) {
          return stop(place, runHere, blockHere);
        }
      }
      if (!isSign) continue;
      if (byte === BACKSLASH) {
        const next = afterEscape(place);
        if (next !== 0) {
          floor = next;
          const behind = endWorthALook(next);
          if (behind >= chunk + 64) ahead = behind;
          else if (behind !== 0) {
            worth |= (<u64>1) << (behind - chunk);
            candidates |= (<u64>1) << (behind - chunk);
          }
          continue;
        }
      } else if (!maySign(place, byte)) continue;
      return stop(
        place,
        max(floor, beginBefore(ends & (bit - 1), chunk, run)),
        max(floor, beginBefore(blockEnds & (bit - 1), chunk, block)),
      );
    }
    run = beginBefore(ends, chunk, run);
    block = beginBefore(blockEnds, chunk, block);
  }
  return stop(end, max(floor, run), max(floor, block));
}

/** Places behind 14 characters of a run, all of them among these. */
function longRuns(runs: u64): u64 {
  let last = runs & (runs << 1);
  last &= last << 2;
  last &= last << 4;
  return (last & (last << 6)) << 1;
}

/** The same of 24 of a block. */
function longBlocks(blocks: u64): u64 {
  let last = blocks & (blocks << 1);
  last &= last << 2;
  last &= last << 4;
  return (last & (last << 8) & (last << 16)) << 1;
}

/** Behind the last of these ends, or where it began before them all. */
function beginBefore(ends: u64, chunk: u32, known: u32): u32 {
  return ends !== 0 ? chunk + 64 - <u32>clz(ends) : known;
}

function stop(place: u32, run: u32, block: u32): u32 {
  store<u32>(HEADER, run);
  store<u32>(HEADER, block, 4);
  return place;
}

/** Where to go on behind an escape, as scan.ts does it; 0 when a token may begin there. */
function afterEscape(place: u32): u32 {
  let next = place + 1;
  while (load<u8>(next) === 92) next++;
  const letter = <u32>load<u8>(next);
  if (letter === 117) return areHex(next + 1) ? next + 5 : next;
  if (letter !== 110 && letter !== 114 && letter !== 116 && letter !== 98 && letter !== 102) return next;
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
  if (byte === 91) return load<u32>(place, 1) === 0x61646572;
  if (byte === 126) return load<u8>(place - 1) === 81 && isDigit(load<u8>(place - 2));
  if (byte === 58 && next > 34 && mayEndUser(place, next)) return true;
  return endsLikeName(place) && mayAssign(place, byte, next) && mayEndName(place);
}

/** What stands before a colon is no name of a secret, but of a user, a bot or a protocol. */
function mayEndUser(place: u32, next: u32): bool {
  if (next === 47 || next === 92) {
    const authority = startOfAuthority(place + 1);
    return authority !== 0 && mayTellSecret(authority);
  }
  if (next === 65 && load<u8>(place, 2) === 65) return true;
  return next !== 39 && next !== 58 && hasUserOption(place);
}

function mayAssign(place: u32, byte: u32, next: u32): bool {
  if (byte === 62) return isElement(place);
  // `::`, `==`, `=~` qualify or compare.
  return (byte !== 58 && byte !== 61) || (next !== 58 && next !== 126 && (next !== 61 || byte === 58));
}

/** `<name>` */
function isElement(place: u32): bool {
  let start = place;
  while (place - start < 64 && isOfBase64(load<u8>(start - 1))) start--;
  return load<u8>(start - 1) === 60 && place - start > 2;
}

function isOfBase64(byte: u32): bool {
  if (isDigit(byte) || (byte | 32) - 97 < 26) return true;
  return byte === 43 || byte === 47 || byte === 61 || byte === 95 || byte === 45;
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
