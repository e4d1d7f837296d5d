/**
 * Steps through JSON in memory, exactly: it reaches the end of a value where `JSON.parse` would. Every function returns
 * the address after what it read, or 0 if it is not sure: the bytes may be wrong, or merely not written as
 * `JSON.stringify` writes them (white space, great depth). Then the line must be parsed.
 */
import { addName, findName, newTable, numberOf, setNumber } from './name-table';
import { walkNumber } from './walk-number';

/** Deeper values are left to the parser. */
const DEEPEST: u32 = 100;

const QUOTE: u8 = 34;
const COMMA: u8 = 44;
const COLON: u8 = 58;
const OPEN_LIST: u8 = 91;
const CLOSE_LIST: u8 = 93;
const OPEN_OBJECT: u8 = 123;
const CLOSE_OBJECT: u8 = 125;

/** Flags of a line's escapes: half of a surrogate pair; an escaped letter, digit, dash or underscore. */
export const surrogateEscape: u32 = 1;
export const letterEscape: u32 = 2;

/** Spans count from here. */
export let region: u32 = 0;
export let end: u32 = 0;
/** Counts the bytes by which escapes are longer than their characters. It increases whenever a string has escapes. */
export let surplus: u32 = 0;
export let escapes: u32 = 0;

/** The address for notes of members requested at any depth, and how many fit. */
export let notes: u32 = 0;
let noteLimit: u32 = 0;
/** A note: the number of the name, and the span of the value. */
export const noteSize: u32 = 12;
/** The number of notes. */
export let noteCount: u32 = 0;
export let ranOutOfNotes: bool = false;

/** Names requested at any depth, and names whose values are opaque: nothing inside them is recorded. */
let anywhere: u32 = 0;
const NUMBER: u32 = 0;
const OPAQUE: u32 = 1;
/** The number of opaque values around the current position. */
let opaqueDepth: u32 = 0;

export function placeNotes(at: u32, limit: u32): void {
  notes = at;
  noteLimit = limit;
}

/** Requests members of this name at any depth; `number` (from 1) identifies their notes. */
export function addAnywhere(name: u32, length: u32, number: u32): void {
  if (anywhere === 0) anywhere = newTable();
  setNumber(addName(anywhere, name, length), NUMBER, number);
}

export function addOpaque(name: u32, length: u32): void {
  if (anywhere === 0) anywhere = newTable();
  setNumber(addName(anywhere, name, length), OPAQUE, 1);
}

/** Begins a walk of the region that starts at `base`. */
export function startRegion(base: u32, limit: u32): void {
  region = base;
  end = limit;
  noteCount = 0;
}

export function startLine(): void {
  opaqueDepth = 0;
  escapes = 0;
  ranOutOfNotes = false;
}

/** Removes the notes of a line that turned out to be unsure. */
export function forgetNotes(count: u32): void {
  noteCount = count;
}

/** Walks from the byte after an opening quote to the byte after the closing one. Most strings are short and plain. */
export function walkString(from: u32): u32 {
  const bytes = v128.load(from);
  const mask = <u32>(
    i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(92))),
        i8x16.le_u(bytes, i8x16.splat(31)),
      ),
    )
  );
  const close = from + ctz(mask);
  return mask !== 0 && load<u8>(close) === QUOTE && close < end ? close + 1 : walkLongString(from);
}

/** Walks 64 bytes at a time and resolves escapes for all of them at once, because text contains many. */
function walkLongString(from: u32): u32 {
  const limit = end;
  /** 1 if the first of the next 64 bytes is escaped. */
  let carry: u64 = 0;
  for (let at = from; at < limit; at += 64) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const backslashes = equal(a, b, c, d, 92);
    const slashed = backslashes & ~carry;
    const quotes = equal(a, b, c, d, 34);
    const escaped = afterEscapes(slashed, carry);
    carry = (slashed & ~escaped) >> 63;
    const closing = quotes & ~escaped;
    const within: u64 = closing === 0 ? ~0 : (closing & -closing) - 1;
    const controls = i8x16.le_u(i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d)), i8x16.splat(31));
    if (v128.any_true(controls) && (controlsIn(a, b, c, d) & within) !== 0) return 0;
    const own = escaped & within;
    if (own !== 0) {
      surplus += <u32>popcnt(own);
      // Nearly all escapes are newlines, quotes and backslashes.
      const unusual = own & ~(quotes | backslashes | equal(a, b, c, d, 110));
      if (unusual !== 0 && !areEscapes(unusual, at)) return 0;
    }
    if (closing !== 0) {
      const close = at + <u32>ctz(closing);
      return close < limit ? close + 1 : 0;
    }
  }
  return 0;
}

/** Returns which of 64 bytes equal this one. */
export function equal(a: v128, b: v128, c: v128, d: v128, byte: i8): u64 {
  const all = i8x16.splat(byte);
  return bits(i8x16.eq(a, all), i8x16.eq(b, all), i8x16.eq(c, all), i8x16.eq(d, all));
}

function controlsIn(a: v128, b: v128, c: v128, d: v128): u64 {
  const last = i8x16.splat(31);
  return bits(i8x16.le_u(a, last), i8x16.le_u(b, last), i8x16.le_u(c, last), i8x16.le_u(d, last));
}

export function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u64>(<u32>i8x16.bitmask(a) | ((<u32>i8x16.bitmask(b)) << 16));
  const high = <u64>(<u32>i8x16.bitmask(c) | ((<u32>i8x16.bitmask(d)) << 16));
  return low | (high << 32);
}

/** Returns which bytes follow a backslash that escapes them. An escaped backslash does not escape anything. */
export function afterEscapes(slashes: u64, carry: u64): u64 {
  if ((slashes & (slashes << 1)) === 0) return (slashes << 1) | carry;
  let after = carry;
  let left = slashes;
  while (left !== 0) {
    const first = left & -left;
    after |= first << 1;
    left &= ~(first | (first << 1));
  }
  return after;
}

/** Whether all of these bytes may follow a backslash. */
function areEscapes(own: u64, at: u32): bool {
  let codes: u64 = 0;
  for (let left = own; left !== 0; left &= left - 1) {
    const byte = load<u8>(at + <u32>ctz(left));
    // u, or one of / b f r t
    if (byte === 117) codes |= left & -left;
    else if (byte !== 47 && byte !== 98 && byte !== 102 && byte !== 114 && byte !== 116) return false;
  }
  return codes === 0 || areCodes(codes, at);
}

/** Whether four digits follow each of these letters. */
function areCodes(codes: u64, at: u32): bool {
  for (let left = codes; left !== 0; left &= left - 1) {
    const letter = at + <u32>ctz(left);
    for (let digit: u32 = 1; digit <= 4; digit++) if (!isHex(load<u8>(letter + digit))) return false;
    // D8 to DF
    if ((load<u8>(letter, 1) | 32) === 100 && load<u8>(letter, 2) >= 56) escapes |= surrogateEscape;
    if (load<u8>(letter, 1) === 48 && load<u8>(letter, 2) === 48) {
      if (isWordCharacter(hexValue(load<u8>(letter, 3)) * 16 + hexValue(load<u8>(letter, 4)))) escapes |= letterEscape;
    }
    surplus += 4;
  }
  return true;
}

function isHex(byte: u8): bool {
  return (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 102);
}

function hexValue(byte: u8): u32 {
  return byte <= 57 ? <u32>byte - 48 : (<u32>byte | 32) - 87;
}

/** A letter, a digit, a dash or an underscore, as used in names and ids. */
function isWordCharacter(code: u32): bool {
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95;
}

export function walkValue(at: u32, depth: u32): u32 {
  return load<u8>(at) === QUOTE ? walkString(at + 1) : walkOther(at, depth);
}

function walkOther(at: u32, depth: u32): u32 {
  const first = load<u8>(at);
  if (first === OPEN_OBJECT) return depth > DEEPEST ? 0 : walkObject(at + 1, depth + 1);
  if (first === OPEN_LIST) return depth > DEEPEST ? 0 : walkList(at + 1, depth + 1);
  // t, f, n
  if (first === 116) return isWord(at, 0x65757274) ? at + 4 : 0;
  if (first === 102) return isWord(at + 1, 0x65736c61) ? at + 5 : 0;
  if (first === 110) return isWord(at, 0x6c6c756e) ? at + 4 : 0;
  return walkNumber(at);
}

/** Whether four bytes are "true", "alse" or "null", as a little-endian number. */
function isWord(at: u32, letters: u32): bool {
  return load<u32>(at) === letters;
}

function walkObject(from: u32, depth: u32): u32 {
  if (load<u8>(from) === CLOSE_OBJECT) return from + 1;
  for (let at = from; at < end; at++) {
    const name = at + 1;
    const value = walkName(at);
    if (value === 0) return 0;
    at = walkNamed(name, value, depth);
    if (at === 0) return 0;
    const byte = load<u8>(at);
    if (byte === CLOSE_OBJECT) return at + 1;
    if (byte !== COMMA) return 0;
  }
  return 0;
}

function walkList(from: u32, depth: u32): u32 {
  if (load<u8>(from) === CLOSE_LIST) return from + 1;
  for (let at = from; at < end; at++) {
    at = walkValue(at, depth);
    if (at === 0) return 0;
    const byte = load<u8>(at);
    if (byte === CLOSE_LIST) return at + 1;
    if (byte !== COMMA) return 0;
  }
  return 0;
}

/** Walks from the opening quote of a member's name to its value. */
export function walkName(at: u32): u32 {
  if (load<u8>(at) !== QUOTE) return 0;
  const close = walkString(at + 1);
  return close !== 0 && load<u8>(close) === COLON ? close + 1 : 0;
}

/** Walks a member's value. Records it if it is requested at any depth. */
function walkNamed(name: u32, value: u32, depth: u32): u32 {
  const entry = anywhereEntry(name, value);
  if (entry === 0) return walkValue(value, depth);
  enter(entry);
  const close = walkValue(value, depth);
  return leave(entry, value, close);
}

/** Returns the entry of a name that matters at any depth; 0 for most. The name ends two bytes before the value. */
export function anywhereEntry(name: u32, value: u32): u32 {
  return anywhere === 0 || opaqueDepth > 0 ? 0 : findName(anywhere, name, value - 2 - name);
}

export function enter(entry: u32): void {
  if (numberOf(entry, OPAQUE) !== 0) opaqueDepth++;
}

/** Returns `close`, or 0 if there is no room for the note. */
export function leave(entry: u32, value: u32, close: u32): u32 {
  if (numberOf(entry, OPAQUE) !== 0) opaqueDepth--;
  const number = numberOf(entry, NUMBER);
  if (number === 0 || close === 0) return close;
  if (noteCount === noteLimit) {
    ranOutOfNotes = true;
    return 0;
  }
  const note = notes + noteCount * noteSize;
  store<u32>(note, number);
  store<u32>(note, value - region, 4);
  store<u32>(note, close - region, 8);
  noteCount++;
  return close;
}
