/**
 * Texts of a file, each named by a number: where the same text was seen a short while ago it has the same number, so that
 * whoever makes strings of them makes one. A cell is taken over by the next text that falls into it.
 *
 * What is new stands in a list, in the order in which it came: where it begins and ends, its cell, whether its bytes are
 * its characters. outline-kernel.ts has the same numbers.
 */
import { CELL, CELLS, FRESH, NEW_TEXT, NEW_TEXTS, MAX_NEW_TEXTS, MOST_CELLS } from './digest-memory';

const LONGEST: u32 = 63;
const NO_CELL: u32 = 0xffffffff;

let region: u32 = 0;
export let newTexts: u32 = 0;

/** From here on places count from `base`, and all that was new is known. */
export function settleTexts(base: u32): void {
  for (let index: u32 = 0; index < newTexts; index++) {
    const cell = load<u32>(NEW_TEXTS + index * NEW_TEXT, 8);
    if (cell != NO_CELL) store<u32>(FRESH + cell * 4, 0);
  }
  region = base;
  newTexts = 0;
}

export function hasRoomFor(texts: u32): bool {
  return newTexts + texts <= MAX_NEW_TEXTS;
}

/** The number of the text in quotes that begins at `start` of the region; 0 when none does. */
export function textAt(start: u32, stop: u32): u32 {
  if (start == 0 || load<u8>(region + start) != 34) return 0;
  const at = region + start + 1;
  const length = stop - start - 2;
  if (length > LONGEST) return addText(start, stop, NO_CELL);
  const cell = cellOf(at, length);
  const known = CELLS + cell * CELL;
  const fresh = FRESH + cell * 4;
  if (<u32>load<u8>(known, LONGEST) == length && isSame(known, at, length)) {
    return load<u32>(fresh) == 0 ? 1 + cell : load<u32>(fresh);
  }
  memory.copy(known, at, length);
  store<u8>(known, length, LONGEST);
  const text = addText(start, stop, cell);
  store<u32>(fresh, text);
  return text;
}

function addText(start: u32, stop: u32, cell: u32): u32 {
  const entry = NEW_TEXTS + newTexts * NEW_TEXT;
  store<u32>(entry, start);
  store<u32>(entry, stop, 4);
  store<u32>(entry, cell, 8);
  store<u32>(entry, isPlain(region + start + 1, region + stop - 1) ? 1 : 0, 12);
  newTexts++;
  return MOST_CELLS + newTexts;
}

/** No escape and no character of several bytes. */
export function isPlain(start: u32, stop: u32): bool {
  const slashes = i8x16.splat(92);
  let at = start;
  for (; at + 16 <= stop; at += 16) {
    const bytes = v128.load(at);
    if (i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, slashes))) != 0) return false;
  }
  for (; at < stop; at++) if (load<u8>(at) > 127 || load<u8>(at) == 92) return false;
  return true;
}

/** Ids differ at their ends, paths at both. */
function cellOf(at: u32, length: u32): u32 {
  let first: u64 = 0;
  let last: u64 = length;
  if (length >= 8) {
    first = load<u64>(at);
    last += load<u64>(at + length - 8);
  } else for (let index: u32 = 0; index < length; index++) first = (first << 8) | <u64>load<u8>(at + index);
  const mixed = (first * 0x9e3779b97f4a7c15) ^ (last * 0xc2b2ae3d27d4eb4f);
  return <u32>((mixed * 0x9e3779b97f4a7c15) >> 52) & (MOST_CELLS - 1);
}

function isSame(a: u32, b: u32, length: u32): bool {
  let index: u32 = 0;
  for (; index + 16 <= length; index += 16) {
    if (v128.any_true(v128.xor(v128.load(a + index), v128.load(b + index)))) return false;
  }
  for (; index + 8 <= length; index += 8) if (load<u64>(a + index) != load<u64>(b + index)) return false;
  for (; index < length; index++) if (load<u8>(a + index) != load<u8>(b + index)) return false;
  return true;
}
