/**
 * Ids that are replaced in bytes: a table of those that are known, and the search for them. A new id is the old one with
 * a key added digit by digit (XOR), so it needs no second table, two never become one, and the old one can be told from
 * the new. id-kernel.ts has the same numbers and sees to it that there is room.
 */
const KEY: u32 = 1152;
/** The text that every session's id becomes. */
const SESSION: u32 = 1216;
export const SESSION_KIND: u32 = 1;

/** Numbers of ids by their digits; 0 is an empty slot. */
let slots: u32 = 0;
let mask: u32 = 0;
/** Digits of each id, a byte each; then what kind it is. */
let digits: u32 = 0;
let kinds: u32 = 0;
let count: u32 = 0;
/** Where ids were found: place and number. Places of ids that are not known have 0. */
let notes: u32 = 0;
let room: u32 = 0;

/** Called again when something has moved: what it held was copied there. */
export function place(slotsAt: u32, slotCount: u32, digitsAt: u32, kindsAt: u32): void {
  slots = slotsAt;
  mask = slotCount - 1;
  digits = digitsAt;
  kinds = kindsAt;
  memory.fill(slots, 0, slotCount * 4);
  for (let number: u32 = 1; number <= count; number++) {
    const at = digits + number * 32;
    insert(v128.load(at), v128.load(at, 16), number);
  }
}

export function noteAt(at: u32, most: u32): void {
  notes = at;
  room = most;
}

/** The number of the id whose text stands here, counted from 1; 0 when no id of ours could stand here. */
export function add(text: u32, kind: u32): u32 {
  const known = find(text);
  if (known != 0 || !isId(text)) return known;
  const number = ++count;
  const first = firstDigits(text);
  const second = secondDigits(text);
  v128.store(digits + number * 32, first);
  v128.store(digits + number * 32, second, 16);
  store<u8>(kinds + number, <u8>kind);
  insert(first, second, number);
  return number;
}

/**
 * Makes ids known that another kernel has, and notes the number that each has here. False when one of them is of another
 * kind here.
 */
export function absorb(from: u32, kindsFrom: u32, many: u32, numbers: u32): bool {
  for (let index: u32 = 0; index < many; index++) {
    const first = v128.load(from + index * 32);
    const second = v128.load(from + index * 32, 16);
    let number = numberOf(first, second);
    if (number == 0) {
      number = ++count;
      v128.store(digits + number * 32, first);
      v128.store(digits + number * 32, second, 16);
      store<u8>(kinds + number, load<u8>(kindsFrom + index));
      insert(first, second, number);
    } else if (load<u8>(kinds + number) != load<u8>(kindsFrom + index)) return false;
    store<u32>(numbers + index * 4, number);
  }
  return true;
}

/** How many ids are known. */
export function known(): u32 {
  return count;
}

export function kindOf(number: u32): u32 {
  return load<u8>(kinds + number);
}

export function find(text: u32): u32 {
  return isId(text) ? numberOf(firstDigits(text), secondDigits(text)) : 0;
}

/**
 * Replaces known ids in [from, to) and notes where they stood, and where others stand. Gives how many there are, or
 * more than there is room for: then it stopped half-way.
 */
export function replace(from: u32, to: u32): u32 {
  return replaceWithin(from, to, 0, false);
}

/** Further than any id that begins in 16 bytes reaches: so far ahead it copies. */
const AHEAD: u32 = 64;

/**
 * The same into a copy that it makes at `target`, where it notes the ids. Behind the copy there must be room for 80
 * bytes more.
 */
export function replaceInto(from: u32, to: u32, target: u32): u32 {
  memory.copy(target, from, min(to - from, AHEAD));
  return replaceWithin(from, to, target - from, true);
}

/** `further` is how far behind the text its copy stands. */
// @ts-ignore: decorator
@inline
function replaceWithin(from: u32, to: u32, further: u32, copies: bool): u32 {
  if (to - from < 36) return 0;
  const dash = i8x16.splat(45);
  const last = to - 36;
  let noted: u32 = 0;
  /** Behind the id that was replaced last: no other can begin before. */
  let free = from;
  for (let at = from; at <= last; at += 16) {
    if (copies) v128.store(at + further, v128.load(at, AHEAD), AHEAD);
    // A UUID is known by its dashes first.
    const two = v128.and(i8x16.eq(v128.load(at, 8), dash), i8x16.eq(v128.load(at, 13), dash));
    if (!v128.any_true(two)) continue;
    const four = v128.and(i8x16.eq(v128.load(at, 18), dash), i8x16.eq(v128.load(at, 23), dash));
    let hits = <u32>i8x16.bitmask(v128.and(two, four));
    for (; hits != 0; hits &= hits - 1) {
      const text = at + ctz(hits);
      if (text > last) break;
      if (text < free || !isId(text)) continue;
      if (noted == room) return room + 1;
      const number = numberOf(firstDigits(text), secondDigits(text));
      store<u32>(notes + noted * 8, text + further);
      store<u32>(notes + noted * 8, number, 4);
      noted++;
      if (number == 0) continue;
      putNew(text + further, number);
      free = text + 36;
    }
  }
  return noted;
}

/**
 * Of what `replace` noted: leaves the notes of ids that are not known, behind all others, and gives how many they are.
 * More than there is room for when a known one stands in one of the spans, which are in the order of their places.
 */
export function siftNotes(noted: u32, spans: u32, spanCount: u32, to: u32): u32 {
  let span: u32 = 0;
  let unknown: u32 = 0;
  for (let note: u32 = 0; note < noted; note++) {
    const text = load<u32>(notes + note * 8);
    while (span < spanCount && load<u32>(spans + span * 8, 4) <= text) span++;
    const isWithin = span < spanCount && load<u32>(spans + span * 8) < text;
    if (load<u32>(notes + note * 8, 4) != 0) {
      if (isWithin) return room + 1;
      continue;
    }
    store<u32>(to + unknown * 8, text);
    store<u32>(to + unknown * 8, isWithin ? 1 : 0, 4);
    unknown++;
  }
  return unknown;
}

/** Whether the new ids stand where `replace` noted, so many bytes further on. Puts the old ones back there. */
export function restore(noted: u32, further: u32): bool {
  for (let note: u32 = 0; note < noted; note++) {
    const number = load<u32>(notes + note * 8, 4);
    if (number == 0) continue;
    const text = load<u32>(notes + note * 8) + further;
    if (!isNew(text, number)) return false;
    const at = digits + number * 32;
    write(text, v128.load(at), v128.load(at, 16));
  }
  return true;
}

/** Whether no new id is an old one too. */
export function areApart(): bool {
  for (let number: u32 = 1; number <= count; number++) {
    if (load<u8>(kinds + number) == <u8>SESSION_KIND) continue;
    const at = digits + number * 32;
    if (numberOf(v128.xor(v128.load(at), v128.load(KEY)), v128.xor(v128.load(at, 16), v128.load(KEY, 16))) != 0) return false;
  }
  return find(SESSION) == 0;
}

export function putNew(text: u32, number: u32): void {
  if (load<u8>(kinds + number) == <u8>SESSION_KIND) {
    memory.copy(text, SESSION, 36);
    return;
  }
  const at = digits + number * 32;
  write(text, v128.xor(v128.load(at), v128.load(KEY)), v128.xor(v128.load(at, 16), v128.load(KEY, 16)));
}

/** The id itself. */
export function putOld(text: u32, number: u32): void {
  const at = digits + number * 32;
  write(text, v128.load(at), v128.load(at, 16));
}

function isNew(text: u32, number: u32): bool {
  if (load<u8>(kinds + number) == <u8>SESSION_KIND) return memory.compare(text, SESSION, 36) == 0;
  if (!isId(text)) return false;
  const at = digits + number * 32;
  const first = v128.xor(v128.xor(v128.load(at), v128.load(KEY)), firstDigits(text));
  const second = v128.xor(v128.xor(v128.load(at, 16), v128.load(KEY, 16)), secondDigits(text));
  return !v128.any_true(v128.or(first, second));
}

/** A UUID in small letters. */
function isId(text: u32): bool {
  if (load<u8>(text, 8) != 45 || load<u8>(text, 13) != 45 || load<u8>(text, 18) != 45 || load<u8>(text, 23) != 45) return false;
  const a = firstLetters(text);
  const b = secondLetters(text);
  return i8x16.all_true(v128.or(isDigit(a), isLetter(a))) && i8x16.all_true(v128.or(isDigit(b), isLetter(b)));
}

// @ts-ignore: decorator
@inline
function isDigit(letters: v128): v128 {
  return i8x16.le_u(i8x16.sub(letters, i8x16.splat(48)), i8x16.splat(9));
}

// @ts-ignore: decorator
@inline
function isLetter(letters: v128): v128 {
  return i8x16.le_u(i8x16.sub(letters, i8x16.splat(97)), i8x16.splat(5));
}

/** The first 16 of the 32 letters between the dashes. */
// @ts-ignore: decorator
@inline
function firstLetters(text: u32): v128 {
  return i8x16.shuffle(v128.load(text), v128.load(text, 16), 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17);
}

// @ts-ignore: decorator
@inline
function secondLetters(text: u32): v128 {
  return i8x16.shuffle(v128.load(text, 16), v128.load(text, 20), 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 28, 29, 30, 31);
}

// @ts-ignore: decorator
@inline
function valuesOf(letters: v128): v128 {
  return i8x16.sub(letters, v128.bitselect(i8x16.splat(48), i8x16.splat(87), isDigit(letters)));
}

// @ts-ignore: decorator
@inline
function firstDigits(text: u32): v128 {
  return valuesOf(firstLetters(text));
}

// @ts-ignore: decorator
@inline
function secondDigits(text: u32): v128 {
  return valuesOf(secondLetters(text));
}

/** The text of digits, with its dashes. */
function write(text: u32, first: v128, second: v128): void {
  const letters = i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102);
  const dash = i8x16.splat(45);
  const a = i8x16.swizzle(letters, first);
  const b = i8x16.swizzle(letters, second);
  v128.store(text, i8x16.shuffle(a, dash, 0, 1, 2, 3, 4, 5, 6, 7, 16, 8, 9, 10, 11, 16, 12, 13));
  store<u8>(text, i8x16.extract_lane_u(a, 14), 16);
  store<u8>(text, i8x16.extract_lane_u(a, 15), 17);
  store<u8>(text, 45, 18);
  store<u8>(text, i8x16.extract_lane_u(b, 0), 19);
  v128.store(text, i8x16.shuffle(b, dash, 1, 2, 3, 16, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), 20);
}

function insert(first: v128, second: v128, number: u32): void {
  let slot = slotOf(first, second);
  while (load<u32>(slots + slot * 4) != 0) slot = (slot + 1) & mask;
  store<u32>(slots + slot * 4, number);
}

function numberOf(first: v128, second: v128): u32 {
  let slot = slotOf(first, second);
  let number = load<u32>(slots + slot * 4);
  while (number != 0) {
    const at = digits + number * 32;
    if (!v128.any_true(v128.or(v128.xor(v128.load(at), first), v128.xor(v128.load(at, 16), second)))) return number;
    slot = (slot + 1) & mask;
    number = load<u32>(slots + slot * 4);
  }
  return 0;
}

// @ts-ignore: decorator
@inline
function slotOf(first: v128, second: v128): u32 {
  let hash = <u64>i64x2.extract_lane(first, 0) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 29) ^ <u64>i64x2.extract_lane(first, 1)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 29) ^ <u64>i64x2.extract_lane(second, 0)) * 0x94d049bb133111eb;
  hash = (hash ^ (hash >> 29) ^ <u64>i64x2.extract_lane(second, 1)) * 0x9e3779b97f4a7c15;
  return <u32>(hash >> 32) & mask;
}
