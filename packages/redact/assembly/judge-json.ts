/**
 * Looks through JSON as it stands in a file, string by string, names of members too: each is written out as the text it
 * means, one byte a character, and passed over like any other text. It stops at a string in which a rule could find
 * something. skip-kernel.ts has the same numbers.
 */
import { isEnding, nameIsMember, skip } from './skip-clean';

export { narrow, skip } from './skip-clean';

/**
 * Behind what skip leaves there: where the string ends, how long its text is, whether that is ASCII, why it stopped, and
 * where in the text.
 */
const FOUND: u32 = 1024 + 16;
/** A rule has to look. */
const TEXT: u32 = 1;
/** It may be the name of a secret; a rule has to look, too. */
const NAME: u32 = 2;
/** It may say what the next string is. */
const FLAG: u32 = 3;

/** With what tells it: `-ua:bcd`. */
const SHORTEST_SECRET: u32 = 7;

let limit: u32 = 0;
let isAscii: bool = true;

/** From a value, or from behind one that was looked at; `to` when the rest is clean. Texts are written out at `text`. */
export function judge(from: u32, to: u32, text: u32): u32 {
  const quotes = i8x16.splat(34);
  limit = to;
  let at = from;
  while (at < to) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at), quotes));
    if (mask === 0) {
      at += 16;
      continue;
    }
    const open = at + ctz(mask);
    if (open >= to) return to;
    const textEnd = writeOut(open + 1, text);
    const close = behind;
    // What ends a text ends a run.
    store<u8>(textEnd, 0);
    if (close < to && load<u8>(close) === 58) {
      if (mayNameSecret(text, textEnd)) return stop(open, close, textEnd - text, NAME);
    } else if (mayBeFlag(open, text)) return stop(open, close, textEnd - text, FLAG);
    at = close;
    if (textEnd - text < SHORTEST_SECRET) continue;
    const place = skip(text, textEnd + 1, text);
    if (place <= textEnd) {
      store<u32>(FOUND, place - text, 16);
      return stop(open, close, textEnd - text, TEXT);
    }
  }
  return to;
}

function stop(open: u32, close: u32, length: u32, kind: u32): u32 {
  store<u32>(FOUND, close);
  store<u32>(FOUND, length, 4);
  store<u32>(FOUND, isAscii ? 1 : 0, 8);
  store<u32>(FOUND, kind, 12);
  return open;
}

/** In a list of arguments: it says what the next one is. */
function mayBeFlag(open: u32, text: u32): bool {
  if (load<u16>(text) !== 0x2d2d) return false;
  const before = load<u8>(open - 1);
  return before === 91 || before === 44;
}

/** The name of a member: of a secret, or one whose value is named by its neighbour. */
function mayNameSecret(text: u32, textEnd: u32): bool {
  if (!isAscii) return true;
  // value
  if (textEnd - text === 5 && load<u32>(text) === 0x756c6176 && load<u8>(text, 4) === 101) return true;
  let last = textEnd;
  while (last > text && !isLetterOrDigit(load<u8>(last - 1))) last--;
  nameIsMember(true);
  const isSecret = isEnding(last);
  nameIsMember(false);
  return isSecret;
}

function isLetterOrDigit(byte: u8): bool {
  return <u32>byte - 48 < 10 || (<u32>byte | 32) - 97 < 26;
}

/** Behind the closing quote of the string that was written out last. */
let behind: u32 = 0;

/** The text of a string, from behind its opening quote; gives where it ended. */
function writeOut(from: u32, to: u32): u32 {
  const quotes = i8x16.splat(34);
  const slashes = i8x16.splat(92);
  let at = from;
  let out = to;
  isAscii = true;
  while (at < limit) {
    const bytes = v128.load(at);
    v128.store(out, bytes);
    const mask =
      <u32>i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, slashes))) | <u32>i8x16.bitmask(bytes);
    if (mask === 0) {
      at += 16;
      out += 16;
      continue;
    }
    const plain = ctz(mask);
    at += plain;
    out += plain;
    const byte = <u32>load<u8>(at);
    if (byte === 34) {
      behind = at + 1;
      return out;
    }
    if (byte !== 92) {
      isAscii = false;
      // One for each unit of UTF-16.
      store<u8>(out++, standIn(byte, load<u16>(at, 1)));
      if (byte >= 0xf0) store<u8>(out++, 0x80);
      at += byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      continue;
    }
    const letter = <u32>load<u8>(at, 1);
    if (letter !== 117) {
      store<u8>(out++, meant(letter));
      at += 2;
      continue;
    }
    const unit = unitAt(at + 2);
    if (unit > 127) isAscii = false;
    store<u8>(out++, unit < 128 ? unit : unit === 0xff1a ? 0x81 : 0x80);
    at += 6;
  }
  behind = limit;
  return out;
}

/** For a character beyond ASCII: those that count among them are the wide colon and the arrow. */
function standIn(first: u32, rest: u32): u32 {
  if (first === 0xef && rest === 0x9abc) return 0x81;
  return first === 0xe2 && rest === 0x9286 ? 0x82 : 0x80;
}

function meant(letter: u32): u32 {
  if (letter === 110) return 10;
  if (letter === 116) return 9;
  if (letter === 114) return 13;
  if (letter === 98) return 8;
  return letter === 102 ? 12 : letter;
}

function unitAt(digits: u32): u32 {
  let unit: u32 = 0;
  for (let at = digits; at < digits + 4; at++) {
    const digit = <u32>load<u8>(at);
    unit = (unit << 4) | (digit < 58 ? digit - 48 : (digit | 32) - 87);
  }
  return unit;
}
