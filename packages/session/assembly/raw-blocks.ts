/**
 * Notes where the words of blocks stand while a line is walked, so that what was said can be copied as it is. Only what
 * stands there as `JSON.stringify` would write it again is noted; a line with anything else, or with a block of a kind that
 * is not known, has none. raw-lines.ts has the same numbers.
 */
import { BLOCKS, MAX_RAW_BLOCKS, RAW_BLOCK } from './digest-memory';
import {
  BLOCK_CONTENT, BLOCK_FOUND, BLOCK_ID, BLOCK_INPUT, BLOCK_NAME, BLOCK_TEXT, BLOCK_THINKING, BLOCK_TOOL_USE_ID,
} from './outline-memory';
import { plainValue } from './plain-json';

export const UNKNOWN: u32 = 0;
export const TEXT: u32 = 1;
export const THINKING: u32 = 2;
export const TOOL_USE: u32 = 3;
export const TOOL_RESULT: u32 = 4;
/** Says nothing to anybody. */
export const HIDDEN: u32 = 5;

let isAsked: bool = false;
let count: u32 = 0;
let first: u32 = 0;
let isRaw: bool = false;
/** Which members of a block are written plainly. */
let plain: u32 = 0;

export function askRaw(isWanted: bool): void {
  isAsked = isWanted;
}

export function forgetBlocks(): void {
  count = 0;
}

export function beginRawLine(): void {
  isRaw = isAsked;
  first = count;
}

/** The number of the line's first block, plus 1; 0 when it has to be read. */
export function endRawLine(): u32 {
  if (!isRaw) count = first;
  return isRaw ? first + 1 : 0;
}

export function notRaw(): void {
  isRaw = false;
}

export function beginRawBlock(): void {
  plain = 0;
}

/** Steps over a member if it is written plainly; else, or when nobody asks, it gives 0. */
export function walkPlain(field: u32, at: u32): u32 {
  if (!isRaw) return 0;
  const close = plainValue(at, 0);
  if (close != 0) plain |= 1 << field;
  return close;
}

/** Takes the block whose members were found. */
export function addRawBlock(kind: u32, region: u32): void {
  if (!isRaw) return;
  const field = wordsOf(kind);
  const start = field == 0 ? 0 : startOf(field);
  isRaw =
    kind != UNKNOWN &&
    count < MAX_RAW_BLOCKS &&
    (start == 0 || (plain & (1 << field)) != 0) &&
    (kind > THINKING || start != 0) &&
    (kind != TOOL_USE || (isString(BLOCK_ID, region) && (startOf(BLOCK_NAME) == 0 || isString(BLOCK_NAME, region)))) &&
    (kind != TOOL_RESULT || isString(BLOCK_TOOL_USE_ID, region));
  if (!isRaw) return;
  const block = BLOCKS + count * RAW_BLOCK;
  store<u32>(block, kind);
  store<u32>(block, start, 4);
  store<u32>(block, load<u32>(BLOCK_FOUND + field * 8, 8), 8);
  count++;
}

/** Where a block of a kind has its words; 0 when it has none. */
function wordsOf(kind: u32): u32 {
  switch (kind) {
    case TEXT:
      return BLOCK_TEXT;
    case THINKING:
      return BLOCK_THINKING;
    case TOOL_USE:
      return BLOCK_INPUT;
    case TOOL_RESULT:
      return BLOCK_CONTENT;
    default:
      return 0;
  }
}

function startOf(field: u32): u32 {
  return (load<u32>(BLOCK_FOUND) & (1 << field)) != 0 ? load<u32>(BLOCK_FOUND + field * 8, 4) : 0;
}

function isString(field: u32, region: u32): bool {
  const start = startOf(field);
  return start != 0 && load<u8>(region + start) == 34;
}
