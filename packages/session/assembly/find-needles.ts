/**
 * The inner loop of searches: finds the next match of any needle in a region.
 *
 * A needle that folds is given in lower-case ASCII letters and digits. It also matches upper case and accents, in all
 * spellings: as one character, with a combining one after the letter, or, in a region without bytes above ASCII, as
 * JSON escapes. A writer of bytes above ASCII does not escape them.
 *
 * needle-kernel.ts writes everything except the region, using the exported addresses.
 */
/** The number of needles, whether any of them folds, then the bytes to compare with: see `special`. */
export const header: u32 = 1024;
export const foldsAt: u32 = header + 4;
/**
 * A backslash; a u; the shift that moves bytes from C3 to CD to the front; the end of these after the shift; the byte
 * E1.
 */
export const special: u32 = header + 8;
/** The plain letters of accented ones. */
export const plainLetters: u32 = 2048;
/** The needles, one slot each. */
export const needles: u32 = 4096;
export const slot: u32 = 512;
export const slots: u32 = 32;
/**
 * The layout of a slot: the needle's length, the position of its rarest pair of bytes, that pair, the bits in which it
 * may differ, whether it folds, its letters.
 */
export const lengthAt: u32 = 0;
export const pairPlaceAt: u32 = 4;
export const pairAt: u32 = 8;
export const maskAt: u32 = 10;
export const foldingAt: u32 = 12;
export const lettersAt: u32 = 16;

const LATIN: u32 = 0xc0;
const LATIN_END: u32 = 0x250;
const MORE_LATIN: u32 = 0x1e00;
const MORE_LATIN_END: u32 = 0x1f00;
const MARKS: u32 = 0x300;
const MARKS_END: u32 = 0x370;

/** The end of the character that `letterAt` read. */
let letterEnd: u32 = 0;
const MARK: u32 = 1;

/** Whether a byte above ASCII was seen. */
let isAboveAscii: bool = false;

/** Returns an address inside the first match; `end` if there is none. */
export function find(from: u32, end: u32): u32 {
  const isOne = load<u32>(header) === 1;
  const folds = load<u32>(foldsAt) !== 0;
  const step: u32 = isOne ? 64 : 32;
  isAboveAscii = false;
  for (let at = from; at < end; at += step) {
    at = isOne ? (folds ? skipFolding(at, end) : skip(at, end)) : skipAny(at, end, folds);
    if (at >= end) break;
    const found = lookCloser(at, min(at + step, end), from, end, folds);
    if (found !== 0) return found;
  }
  return folds && !isAboveAscii ? findEscaped(from, end) : end;
}

function findEscaped(from: u32, end: u32): u32 {
  for (let at = from; at < end; at += 64) {
    at = skipToEscape(at, end);
    if (at >= end) break;
    const found = lookAround(at, min(at + 64, end), from, end);
    if (found !== 0) return found;
  }
  return end;
}

/**
 * Finds the first 64 bytes that may contain a match. Optimised for a single needle, the usual case: everything to
 * compare with stays in registers as long as nothing is called.
 */
function skip(from: u32, end: u32): u32 {
  const pair = v128.load16_splat(needles + pairAt);
  const mask = v128.load16_splat(needles + maskAt);
  for (let at = from; at < end; at += 64) {
    const hits = v128.or(
      v128.or(isPairAt(at, pair, mask), isPairAt(at + 16, pair, mask)),
      v128.or(isPairAt(at + 32, pair, mask), isPairAt(at + 48, pair, mask)),
    );
    if (v128.any_true(hits)) return at;
  }
  return end;
}

function skipFolding(from: u32, end: u32): u32 {
  const pair = v128.load16_splat(needles + pairAt);
  const mask = v128.load16_splat(needles + maskAt);
  // Loaded from memory: a constant written here would be rebuilt at every use.
  const shift = v128.load8_splat(special + 2);
  const latin = v128.load8_splat(special + 3);
  const more = v128.load8_splat(special + 4);
  for (let at = from; at < end; at += 64) {
    // One after the other: all at once they do not fit in the registers.
    let bytes = v128.load(at);
    let signs = bytes;
    let hits = isPair(bytes, v128.load(at, 1), pair, mask);
    bytes = v128.load(at, 16);
    signs = v128.or(signs, bytes);
    hits = v128.or(hits, isPair(bytes, v128.load(at, 17), pair, mask));
    bytes = v128.load(at, 32);
    signs = v128.or(signs, bytes);
    hits = v128.or(hits, isPair(bytes, v128.load(at, 33), pair, mask));
    bytes = v128.load(at, 48);
    signs = v128.or(signs, bytes);
    hits = v128.or(hits, isPair(bytes, v128.load(at, 49), pair, mask));
    if (i8x16.bitmask(signs) !== 0) {
      // Bytes after the end belong to something else.
      if (at + 64 <= end) isAboveAscii = true;
      hits = v128.or(hits, v128.or(isLead(at, shift, latin, more), isLead(at + 16, shift, latin, more)));
      hits = v128.or(hits, v128.or(isLead(at + 32, shift, latin, more), isLead(at + 48, shift, latin, more)));
    }
    if (v128.any_true(hits)) return at;
  }
  return end;
}

/** Returns which bytes may be the start of a needle's pair. If the first byte matches, its neighbour may be a mark. */
function isPair(bytes: v128, next: v128, pair: v128, mask: v128): v128 {
  return v128.or(i16x8.eq(v128.or(bytes, mask), pair), i16x8.eq(v128.or(next, mask), pair));
}

function isPairAt(at: u32, pair: v128, mask: v128): v128 {
  return isPair(v128.load(at), v128.load(at, 1), pair, mask);
}

function skipToEscape(from: u32, end: u32): u32 {
  const pair = v128.load16_splat(special);
  const none = v128.xor(pair, pair);
  for (let at = from; at < end; at += 64) {
    const hits = v128.or(
      v128.or(isPairAt(at, pair, none), isPairAt(at + 16, pair, none)),
      v128.or(isPairAt(at + 32, pair, none), isPairAt(at + 48, pair, none)),
    );
    if (v128.any_true(hits)) return at;
  }
  return end;
}

/** Returns the bytes that begin characters of the ranges above. */
function isLead(at: u32, shift: v128, latin: v128, more: v128): v128 {
  const bytes = v128.load(at);
  return v128.or(i8x16.gt_s(latin, i8x16.add(bytes, shift)), i8x16.eq(bytes, more));
}

/** Finds the first 32 bytes that may contain a match. */
function skipAny(from: u32, end: u32, folds: bool): u32 {
  const last = needles + load<u32>(header) * slot;
  const shift = v128.load8_splat(special + 2);
  const latin = v128.load8_splat(special + 3);
  const more = v128.load8_splat(special + 4);
  for (let at = from; at < end; at += 32) {
    const one = v128.load(at);
    const two = v128.load(at, 16);
    const afterOne = v128.load(at, 1);
    const afterTwo = v128.load(at, 17);
    let hits = v128.xor(one, one);
    if (folds && i8x16.bitmask(v128.or(one, two)) !== 0) {
      if (at + 32 <= end) isAboveAscii = true;
      hits = v128.or(isLead(at, shift, latin, more), isLead(at + 16, shift, latin, more));
    }
    for (let needle = needles; needle < last; needle += slot) {
      const pair = v128.load16_splat(needle + pairAt);
      const mask = v128.load16_splat(needle + maskAt);
      hits = v128.or(hits, v128.or(isPair(one, afterOne, pair, mask), isPair(two, afterTwo, pair, mask)));
    }
    if (v128.any_true(hits)) return at;
  }
  return end;
}

/** Returns the address of a match visible from one of these bytes; 0 if there is none. */
function lookCloser(at: u32, stop: u32, from: u32, end: u32, folds: bool): u32 {
  const last = needles + load<u32>(header) * slot;
  for (let needle = needles; needle < last; needle += slot) {
    const first = v128.load8_splat(needle + pairAt);
    const second = v128.load8_splat(needle + pairAt + 1);
    const firstMask = v128.load8_splat(needle + maskAt);
    const secondMask = v128.load8_splat(needle + maskAt + 1);
    for (let chunk = at; chunk < stop; chunk += 16) {
      const isFirst = i8x16.eq(v128.or(v128.load(chunk), firstMask), first);
      const isSecond = i8x16.eq(v128.or(v128.load(chunk, 1), secondMask), second);
      let bits = <u32>i8x16.bitmask(v128.and(isFirst, isSecond));
      while (bits) {
        const place = chunk + ctz(bits);
        bits &= bits - 1;
        if (isHere(needle, place - load<u32>(needle + pairPlaceAt), from, end)) return place;
      }
    }
  }
  return folds ? lookAround(at, stop, from, end) : 0;
}

/** Does the same for matches with accents, visible from the first of these. */
function lookAround(at: u32, stop: u32, from: u32, end: u32): u32 {
  const backslash = v128.load8_splat(special);
  const smallU = v128.load8_splat(special + 1);
  const shift = v128.load8_splat(special + 2);
  const latin = v128.load8_splat(special + 3);
  const more = v128.load8_splat(special + 4);
  for (let chunk = at; chunk < stop; chunk += 16) {
    const escapes = v128.and(i8x16.eq(v128.load(chunk), backslash), i8x16.eq(v128.load(chunk, 1), smallU));
    let bits = <u32>i8x16.bitmask(v128.or(escapes, isLead(chunk, shift, latin, more)));
    while (bits) {
      const place = chunk + ctz(bits);
      bits &= bits - 1;
      if (place < stop && !isOfControl(place) && isAround(place, from, end)) return place;
    }
  }
  return 0;
}

/** Most escapes are of control characters: colours. */
function isOfControl(place: u32): bool {
  return load<u8>(place) === 92 && load<u16>(place + 2) === 0x3030 && load<u8>(place + 4) < 50;
}

/** Whether a needle is here, without accents. */
function isHere(needle: u32, start: u32, from: u32, end: u32): bool {
  const length = load<u32>(needle + lengthAt);
  return start >= from && start + length <= end && isSame(needle, start, length);
}

function isSame(needle: u32, start: u32, length: u32): bool {
  const folds = load<u32>(needle + foldingAt) !== 0;
  for (let at: u32 = 0; at < length; at++) {
    if (!isLetter(load<u8>(start + at), load<u8>(needle + lettersAt + at), folds)) return false;
  }
  return true;
}

function isLetter(byte: u8, wanted: u8, folds: bool): bool {
  return byte === wanted || (folds && wanted >= 97 && (byte | 32) === wanted);
}

/** Whether a folding needle is around a letter with an accent, the first such letter in it. */
function isAround(place: u32, from: u32, end: u32): bool {
  let at = place;
  let letter = letterAt(place, end);
  if (letter === 0) return false;
  const behind = letterEnd;
  if (letter === MARK) {
    if (at === from) return false;
    at--;
    letter = load<u8>(at) | 32;
  }
  const last = needles + load<u32>(header) * slot;
  for (let needle = needles; needle < last; needle += slot) {
    if (load<u32>(needle + foldingAt) === 0) continue;
    const length = load<u32>(needle + lengthAt);
    for (let index: u32 = 0; index < length; index++) {
      if (<u32>load<u8>(needle + lettersAt + index) !== letter || at < from + index) continue;
      if (isSame(needle, at - index, index) && continuesHere(needle, index + 1, behind, end)) return true;
    }
  }
  return false;
}

/** Whether the rest of a needle follows, with accents or without. */
function continuesHere(needle: u32, from: u32, place: u32, end: u32): bool {
  const length = load<u32>(needle + lengthAt);
  let index = from;
  let at = place;
  while (index < length) {
    if (at >= end) return false;
    const wanted = load<u8>(needle + lettersAt + index);
    if (isLetter(load<u8>(at), wanted, true)) {
      at++;
      index++;
      continue;
    }
    const letter = letterAt(at, end);
    if (letter === <u32>wanted) index++;
    else if (letter !== MARK) return false;
    at = letterEnd;
  }
  return true;
}

/**
 * Returns the plain lower-case letter of a character that is not plain ASCII, MARK for a combining one, 0 for others.
 */
function letterAt(at: u32, end: u32): u32 {
  const byte = <u32>load<u8>(at);
  let code: u32 = 0;
  if (byte === 92) {
    if (at + 6 > end || load<u8>(at + 1) !== 117) return 0;
    for (let digit: u32 = 2; digit < 6; digit++) {
      const value = hexOf(load<u8>(at + digit));
      if (value > 15) return 0;
      code = (code << 4) | value;
    }
    letterEnd = at + 6;
    if (code < 128) return code >= 65 ? code | 32 : code >= 48 ? code : 0;
  } else if (byte >= 0xc3 && byte <= 0xcd) {
    if (at + 2 > end) return 0;
    code = ((byte & 31) << 6) | (<u32>load<u8>(at + 1) & 63);
    letterEnd = at + 2;
  } else if (byte === 0xe1) {
    if (at + 3 > end) return 0;
    code = ((byte & 15) << 12) | ((<u32>load<u8>(at + 1) & 63) << 6) | (<u32>load<u8>(at + 2) & 63);
    letterEnd = at + 3;
  }
  if (code >= LATIN && code < LATIN_END) return <u32>load<u8>(plainLetters + code - LATIN);
  if (code >= MARKS && code < MARKS_END) return MARK;
  if (code >= MORE_LATIN && code < MORE_LATIN_END)
    return <u32>load<u8>(plainLetters + LATIN_END - LATIN + code - MORE_LATIN);
  return 0;
}

function hexOf(byte: u8): u32 {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const small = byte | 32;
  return small >= 97 && small <= 102 ? small - 87 : 16;
}
