import { mark, requote } from './escape-json';

/**
 * Puts the spans of a turn together: the JSON that was written for them, with pieces of transcripts in between. The text
 * holds a sign where a piece has to stand; JSON itself has no control characters. span-kernel.ts has the same numbers.
 *
 * Signs: 1 a piece as it is, 2 a piece as the inside of a JSON string, 3 what was written for an earlier piece once more,
 * 4 the end of a span (its id and its kind follow), 5 the end of all; from 6 on, with the letter behind it, a text that is
 * always the same (fixed-text.ts).
 */
const COPIED: u8 = 1;
const QUOTED: u8 = 2;
const REPEATED: u8 = 3;
const SPAN_END: u8 = 4;
const FIRST_SIGN: u8 = 6;
const FIRST_LETTER: u32 = 32;
const LETTERS: u32 = 96;

/** Where each list ended. */
const ENDS: u32 = 1024;
const DIGITS: u32 = 1088;
/** Two numbers for each text that is always the same: where it begins and ends. */
const FIXED: u32 = 2048;

/** Digits of an id, and one for the kind. */
const TOLD: u32 = 17;
const MARK_BYTES: u32 = 16;

/**
 * `pieces`: two numbers each, where it begins and ends; which of the earlier ones for a repeated one. Of each span a line
 * is written to `facts`: its id, its mark, its kind, and how many bytes are its. Gives where the spans end.
 */
export function assemble(text: u32, pieces: u32, facts: u32, to: u32): u32 {
  let at = text;
  let piece = pieces;
  let told = facts;
  let out = to;
  let begin = to;
  for (;;) {
    const bytes = v128.load(at);
    v128.store(out, bytes);
    const signs = <u32>i8x16.bitmask(i8x16.lt_u(bytes, i8x16.splat(32)));
    if (signs == 0) {
      at += 16;
      out += 16;
      continue;
    }
    const plain = <u32>ctz(signs);
    out += plain;
    at += plain + 1;
    const sign = load<u8>(at - 1);
    if (sign >= FIRST_SIGN) {
      const number = <u32>(sign - FIRST_SIGN) * LETTERS + <u32>load<u8>(at) - FIRST_LETTER;
      at++;
      let from = load<u32>(FIXED + (number << 3));
      const end = load<u32>(FIXED + (number << 3), 4);
      const length = end - from;
      let place = out;
      for (; from < end; from += 16) {
        v128.store(place, v128.load(from));
        place += 16;
      }
      out += length;
    } else if (sign == COPIED || sign == QUOTED || sign == REPEATED) {
      let start = load<u32>(piece);
      let end = load<u32>(piece, 4);
      if (sign == REPEATED) {
        const earlier = pieces + (start << 3);
        start = load<u32>(earlier);
        end = load<u32>(earlier, 4);
      }
      const written = out;
      if (sign == QUOTED) out = requote(start, end, out);
      else {
        memory.copy(out, start, end - start);
        out += end - start;
      }
      // Who repeats it copies what stands here.
      store<u32>(piece, written);
      store<u32>(piece, out, 4);
      piece += 8;
    } else if (sign == SPAN_END) {
      mark(begin, out);
      told = putFacts(told, at, out, out - begin);
      at += TOLD;
      begin = out;
    } else break;
  }
  store<u32>(ENDS, told);
  return out;
}

function putFacts(to: u32, idAndKind: u32, marked: u32, length: u32): u32 {
  v128.store(to, v128.load(idAndKind));
  let out = putMark(to + 16, marked);
  store<u8>(out++, load<u8>(idAndKind, 16));
  out = putNumber(out, length);
  store<u8>(out, 10);
  return out + 1;
}

/** In base64url, without padding. */
function putMark(to: u32, from: u32): u32 {
  let out = to;
  let at: u32 = 0;
  for (; at + 3 <= MARK_BYTES; at += 3) {
    const bits = (<u32>load<u8>(from + at) << 16) | (<u32>load<u8>(from + at + 1) << 8) | <u32>load<u8>(from + at + 2);
    store<u8>(out, letter(bits >> 18));
    store<u8>(out, letter((bits >> 12) & 63), 1);
    store<u8>(out, letter((bits >> 6) & 63), 2);
    store<u8>(out, letter(bits & 63), 3);
    out += 4;
  }
  const last = <u32>load<u8>(from + at);
  store<u8>(out, letter(last >> 2));
  store<u8>(out, letter((last & 3) << 4), 1);
  return out + 2;
}

function letter(value: u32): u8 {
  if (value < 26) return <u8>(65 + value);
  if (value < 52) return <u8>(71 + value);
  if (value < 62) return <u8>(value - 4);
  return value == 62 ? 45 : 95;
}

function putNumber(to: u32, value: u32): u32 {
  let left = value;
  let count: u32 = 0;
  do {
    store<u8>(DIGITS + count++, <u8>(48 + (left % 10)));
    left /= 10;
  } while (left > 0);
  let out = to;
  while (count > 0) store<u8>(out++, load<u8>(DIGITS + --count));
  return out;
}
