/**
 * What an edit has to know of a line, as a place in columns of numbers: of replies, results and progress, which nearly all
 * lines are. Of all others line-columns.ts does the same, which has the same numbers.
 */
import {
  FACTS_AT, HANGS_ON, HEADER, LINE_AT, LINE_PARENT, LINE_RESULT, LINE_SIDECHAIN, LINE_SOURCE, LINE_TYPE, MESSAGE_AT, MESSAGE_MODEL, OWN,
  RECORD, RECORDS, RESULT_FACT,
} from './outline-memory';

/** Columns of words behind the one of bytes, in which a number takes 8; then those in which one takes a single byte. */
const LENGTH: u32 = 0;
const OWN_ID: u32 = 1;
const PARENT: u32 = 2;
const BLOCKS: u32 = 3;
const THOUGHTS: u32 = 4;
const SIZE: u32 = 5;
const PARENT_AT: u32 = 6;
const SOURCE_AT: u32 = 7;
const TOOL_RESULT_AT: u32 = 8;
const TOOL_RESULT_END: u32 = 9;
const CONTENT_AT: u32 = 10;
const CONTENT_END: u32 = 11;
const WORDS: u32 = 12;
const KIND: u32 = 0;
const FLAGS: u32 = 1;
const SIGN: u32 = 2;

const RESULTS_KIND: u8 = 1;
const REPLY_KIND: u8 = 3;
const SIDECHAIN: u8 = 1;
const THINKING_ONLY: u8 = 2;
const PLAIN: u8 = 8;
const REPLY_SIGN: u8 = 4;
const RESULT_SIGN: u8 = 5;

/** Longer lines are looked at elsewhere. */
const LONG: u32 = 1 << 24;

let columns: u32 = 0;
let room: u32 = 0;
let region: u32 = 0;
let record: u32 = 0;
let row: u32 = 0;
let start: u32 = 0;

/** Called again when they have moved; `rows` is for how many lines there is room. */
export function columnsAt(at: u32, rows: u32): void {
  columns = at;
  room = rows;
}

/**
 * Takes lines from a record on, the first of them as line `line`; gives the number of the record it does not take, or their
 * count. `byte` is where in the file the region begins.
 */
export function takeColumns(base: u32, byte: f64, first: u32, line: u32): u32 {
  region = base;
  row = line;
  const count = load<u32>(HEADER);
  for (let index = first; index < count; index++, row++) {
    record = RECORDS + index * RECORD;
    start = load<u32>(record, 4);
    if (load<u32>(record) == 0 || load<u32>(record, 8) - start > LONG || !takeType()) return index;
    store<f64>(columns + row * 8, byte + <f64>start);
  }
  return count;
}

/** False when it is none of those that are taken here, or not written as the client does it. */
function takeType(): bool {
  const side = has(LINE_SIDECHAIN) ? load<u8>(region + startOf(LINE_SIDECHAIN)) : 102;
  if ((side != 102 && side != 116 && side != 110) || load<i32>(record, HANGS_ON) < 0 || !has(LINE_TYPE)) return false;
  const flags: u8 = side == 116 ? SIDECHAIN : 0;
  const at = region + startOf(LINE_TYPE);
  const length = endOf(LINE_TYPE) - startOf(LINE_TYPE);
  // "assistant", "user", "progress"
  if (length == 11 && load<u64>(at) == 0x6174736973736122 && load<u16>(at, 8) == 0x746e) return takeReply(flags);
  if (length == 6 && load<u32>(at) == 0x65737522 && load<u16>(at, 4) == 0x2272) return takeResults(flags);
  if (length != 10 || load<u64>(at) != 0x736572676f727022 || load<u16>(at, 8) != 0x2273) return false;
  takeLine(0, flags, 0);
  return true;
}

/** What every line has. */
function takeLine(kind: u8, flags: u8, sign: u8): void {
  const parent = load<u32>(record, HANGS_ON);
  put(LENGTH, load<u32>(record, 8) - start);
  put(OWN_ID, load<u32>(record, OWN));
  put(PARENT, parent);
  put(PARENT_AT, parent == 0 ? 0 : startOf(LINE_PARENT) - start);
  put(SOURCE_AT, has(LINE_SOURCE) ? startOf(LINE_SOURCE) - start : 0);
  putByte(KIND, kind);
  putByte(FLAGS, flags);
  putByte(SIGN, sign);
}

function takeReply(flags: u8): bool {
  const model = modelSaid();
  if (model == ESCAPED) return false;
  const facts = record + FACTS_AT;
  const blocks = load<u32>(facts, 4);
  const thoughts = load<u32>(facts, 8);
  const isThinking = blocks > 0 && thoughts == blocks;
  takeLine(REPLY_KIND, isThinking ? flags | THINKING_ONLY : flags, model == SYNTHETIC ? 0 : REPLY_SIGN);
  put(BLOCKS, load<u32>(facts) == 1 ? 1 : blocks);
  put(THOUGHTS, thoughts);
  return true;
}

const USUAL: u32 = 0;
const SYNTHETIC: u32 = 1;
const ESCAPED: u32 = 2;

/** Whether the client wrote the reply itself, which it says by the name of the model. */
function modelSaid(): u32 {
  const found = record + MESSAGE_AT;
  if ((load<u32>(found) & (1 << MESSAGE_MODEL)) == 0) return USUAL;
  const at = region + load<u32>(found + MESSAGE_MODEL * 8, 4);
  const length = load<u32>(found + MESSAGE_MODEL * 8, 8) - load<u32>(found + MESSAGE_MODEL * 8, 4);
  // "<synthetic>"
  if (length == 13 && load<u64>(at) == 0x6568746e79733c22 && load<u32>(at, 8) == 0x3e636974) return SYNTHETIC;
  for (let index: u32 = 0; index < length; index++) if (load<u8>(at + index) == 92) return ESCAPED;
  return USUAL;
}

/** A person's words are read elsewhere. */
function takeResults(flags: u8): bool {
  const facts = record + FACTS_AT;
  const count = load<u32>(facts, 20);
  if (count == 0) return false;
  const blocks = load<u32>(facts, 4);
  const first = load<u32>(facts, 24);
  let largest: u32 = 0;
  let isPlain = blocks == count;
  for (let index: u32 = 0; index < count; index++) {
    const size = load<u32>(first + index * RESULT_FACT, 12);
    if (size == 0) isPlain = false;
    else largest = max(largest, size - 1);
  }
  takeLine(RESULTS_KIND, isPlain ? flags | PLAIN : flags, RESULT_SIGN);
  put(BLOCKS, blocks);
  put(SIZE, largest);
  put(CONTENT_AT, load<u32>(first, 16) - start);
  put(CONTENT_END, load<u32>(first, 20) - start);
  if (!has(LINE_RESULT)) return true;
  put(TOOL_RESULT_AT, startOf(LINE_RESULT) - start);
  put(TOOL_RESULT_END, endOf(LINE_RESULT) - start);
  return true;
}

// @ts-ignore: decorator
@inline
function put(column: u32, value: u32): void {
  store<u32>(columns + room * 8 + (column * room + row) * 4, value);
}

// @ts-ignore: decorator
@inline
function putByte(column: u32, value: u8): void {
  store<u8>(columns + room * (8 + 4 * WORDS) + column * room + row, value);
}

// @ts-ignore: decorator
@inline
function has(field: u32): bool {
  return (load<u32>(record, LINE_AT) & (1 << field)) != 0;
}

// @ts-ignore: decorator
@inline
function startOf(field: u32): u32 {
  return load<u32>(record + LINE_AT + field * 8, 4);
}

// @ts-ignore: decorator
@inline
function endOf(field: u32): u32 {
  return load<u32>(record + LINE_AT + field * 8, 8);
}
