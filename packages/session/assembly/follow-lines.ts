/**
 * Follows the graph of a session without keeping its lines: what outline-lines.ts noted of each becomes known by the
 * numbers of ids (new-ids.ts). copy-graph.ts tells from it whether the session resumes; id-kernel.ts has the same numbers.
 */
import { add, find, kindOf, SESSION_KIND } from './new-ids';
import {
  FACTS_AT, HANGS_ON, HEADER, LINE_AT, LINE_LEAF, LINE_MESSAGE, LINE_PARENT, LINE_SIDECHAIN, LINE_SUBTYPE, LINE_TIMESTAMP, LINE_TYPE,
  LINE_UUID, OWN, RECORD, RECORDS,
} from './outline-memory';

export { endOfCharacters } from './cut-string';
export { columnsAt, takeColumns } from './line-columns';
export { measureResults, outline } from './outline-lines';
export { absorb, add, areApart, find, kindOf, known, noteAt, place, putNew, putOld, replace, replaceInto, restore, siftNotes } from './new-ids';

/** What is known of a line that has a uuid. */
const READ: u8 = 1;
const CONVERSATION: u8 = 2;
const NOT_FOUND: i32 = -1;

/** Why it stopped at a line. The first two: before it was taken. */
const ODD: u32 = 1;
const SURROGATES: u32 = 2;
const IS_BOUNDARY: u32 = 4;
const IS_LEAF: u32 = 8;
const IS_ORPHAN: u32 = 16;
const HAS_THOUGHTS: u32 = 32;
const IS_REQUEST: u32 = 64;
const HAS_STRANGE_ID: u32 = 128;

/** Words of the header, behind the count of records. */
const WHY: u32 = HEADER + 4;
const IS_PLAIN: u32 = HEADER + 8;
const IS_ORDINARY: u32 = HEADER + 12;
const ORDER: u32 = HEADER + 16;
const TIP: u32 = HEADER + 20;
const BOUNDARY: u32 = HEADER + 24;
const ESCAPES: u32 = HEADER + 28;
const TIMED: u32 = HEADER + 32;

/** How many times are kept, and how long one may be: `"2026-01-01T00:00:00.000Z"` has 26 bytes. */
const KEPT_TIMES: u32 = 64;
const LONGEST_TIME: u32 = 64;

/** By the number of the line's id. */
let parents: u32 = 0;
let orders: u32 = 0;
let marks: u32 = 0;
/** The last times, each with the line it is of and its length. */
let times: u32 = 0;
let region: u32 = 0;
let line: u32 = 0;
/** Of the line at hand: what `hangsOn` says. */
let parent: i32 = 0;
let why: u32 = 0;

/** Bytes of the memory to another place in it. */
export function copy(from: u32, length: u32, to: u32): void {
  memory.copy(to, from, length);
}

/** Called again when something has moved: what it held was copied there. */
export function followAt(parentsAt: u32, ordersAt: u32, marksAt: u32, timesAt: u32): void {
  parents = parentsAt;
  orders = ordersAt;
  marks = marksAt;
  times = timesAt;
}

/** Takes lines up to one that `wanted` asks for, and gives its number among the records; their count when there is none. */
export function follow(base: u32, first: u32, wanted: u32): u32 {
  region = base;
  const count = load<u32>(HEADER);
  for (let index = first; index < count; index++) {
    const record = RECORDS + index * RECORD;
    why = 0;
    if (load<u32>(record) == 0) why = ODD;
    else if ((load<u32>(record, 12) & 1) != 0 && (wanted & SURROGATES) != 0) why = SURROGATES;
    else takeLine(record);
    if ((why & (wanted | ODD)) == 0) continue;
    store<u32>(WHY, why);
    return index;
  }
  return count;
}

/** A line that was asked about, and is one to take. */
export function followOne(base: u32, index: u32): u32 {
  region = base;
  why = 0;
  takeLine(RECORDS + index * RECORD);
  return why;
}

function takeLine(record: u32): void {
  line = record + LINE_AT;
  store<u32>(ESCAPES, load<u32>(ESCAPES) | load<u32>(record, 12));
  store<u32>(ORDER, load<u32>(ORDER) + 1);
  if (load<u32>(record, FACTS_AT + 8) != 0) why |= HAS_THOUGHTS;
  const own = addIds(record);
  store<u32>(record, own, OWN);
  parent = hangsOn();
  store<i32>(record, parent, HANGS_ON);
  takeType(own, region + load<u32>(record, 4));
}

/** Of any line: 0 when it has no parent, less when no id that is known yet is its parent's. */
function hangsOn(): i32 {
  if (!has(LINE_PARENT) || firstOf(LINE_PARENT) != 34) return 0;
  const start = startOf(LINE_PARENT);
  const number = endOf(LINE_PARENT) - start == 38 ? find(region + start + 1) : 0;
  return number != 0 ? number : NOT_FOUND;
}

/** Gives the number of the line's own uuid, or 0. */
function addIds(record: u32): u32 {
  const ownAt = has(LINE_UUID) ? region + startOf(LINE_UUID) : 0;
  let own: u32 = 0;
  const uuids = load<u32>(record, FACTS_AT + 28);
  const uuidsAt = load<u32>(record, FACTS_AT + 32);
  for (let index: u32 = 0; index < uuids; index++) {
    const at = load<u32>(uuidsAt + index * 4);
    const number = add(at + 1, 0);
    if (number == 0) why |= HAS_STRANGE_ID;
    else if (at == ownAt) own = number;
  }
  const sessions = load<u32>(record, FACTS_AT + 36);
  const sessionsAt = load<u32>(record, FACTS_AT + 40);
  for (let index: u32 = 0; index < sessions; index++) {
    const at = load<u32>(sessionsAt + index * 4);
    const number = load<u8>(at, 37) == 34 ? add(at + 1, SESSION_KIND) : 0;
    if (number == 0 || kindOf(number) != SESSION_KIND) store<u32>(IS_PLAIN, 0);
  }
  if (ownAt != 0 && own == 0) store<u32>(IS_PLAIN, 0);
  return own;
}

/** Types are known by their length and their letters. */
function takeType(own: u32, start: u32): void {
  if (!has(LINE_TYPE) || firstOf(LINE_TYPE) != 34) {
    giveUp();
    return;
  }
  const at = region + startOf(LINE_TYPE);
  const length = endOf(LINE_TYPE) - startOf(LINE_TYPE);
  // "user", "assistant"
  const isUser = length == 6 && load<u32>(at) == 0x65737522 && load<u16>(at, 4) == 0x2272;
  if (isUser || (length == 11 && load<u64>(at) == 0x6174736973736122 && load<u16>(at, 8) == 0x746e)) {
    addLine(own, READ | CONVERSATION);
    if (!has(LINE_MESSAGE) || firstOf(LINE_MESSAGE) != 123) giveUp();
    return;
  }
  // "system"
  if (length == 8 && load<u64>(at) == 0x226d657473797322) {
    takeSubtype();
    addLine(own, READ);
    return;
  }
  // "attachment"
  if (length == 12 && load<u64>(at) == 0x6d68636174746122 && load<u32>(at, 8) == 0x22746e65) {
    addLine(own, READ);
    return;
  }
  // "progress"
  if (length == 10 && load<u64>(at) == 0x736572676f727022 && load<u16>(at, 8) == 0x2273) {
    addLine(own, 0);
    return;
  }
  // "last-prompt"
  if (length == 13 && load<u64>(at) == 0x72702d7473616c22 && load<u32>(at, 8) == 0x74706d6f) {
    if (has(LINE_LEAF)) why |= IS_LEAF;
    return;
  }
  // {"type":"api-request
  if (load<u64>(start) == 0x3a2265707974227b && load<u64>(start, 8) == 0x7165722d69706122 && load<u32>(start, 16) == 0x74736575) {
    why |= IS_REQUEST;
    return;
  }
  if (hasEscape(at, length)) giveUp();
}

function takeSubtype(): void {
  if (!has(LINE_SUBTYPE) || firstOf(LINE_SUBTYPE) != 34) return;
  const at = region + startOf(LINE_SUBTYPE);
  const length = endOf(LINE_SUBTYPE) - startOf(LINE_SUBTYPE);
  // "compact_boundary"
  if (length == 18 && load<u64>(at) == 0x746361706d6f6322 && load<u64>(at, 8) == 0x7261646e756f625f && load<u16>(at, 16) == 0x2279) {
    store<u32>(BOUNDARY, load<u32>(ORDER));
    why |= IS_BOUNDARY;
  } else if (hasEscape(at, length)) giveUp();
}

/** Written with escapes, another word may be one that is known. */
function hasEscape(at: u32, length: u32): bool {
  for (let index: u32 = 0; index < length; index++) if (load<u8>(at + index) == 92) return true;
  return false;
}

function addLine(own: u32, kind: u8): void {
  const side = has(LINE_SIDECHAIN) ? firstOf(LINE_SIDECHAIN) : 102;
  const isSidechain = side == 116;
  if (own == 0 || (!isSidechain && side != 102 && side != 110) || load<u32>(orders + own * 4) != 0) {
    giveUp();
    return;
  }
  store<u32>(orders + own * 4, load<u32>(ORDER));
  store<u8>(marks + own, kind);
  if ((kind & CONVERSATION) != 0) noteTime(own);
  store<i32>(parents + own * 4, parentOf(own));
  if ((kind & READ) != 0 && !isSidechain) store<u32>(TIP, own);
}

function parentOf(own: u32): i32 {
  if (!has(LINE_PARENT) || firstOf(LINE_PARENT) == 110) return 0;
  // The client hangs a line that is its own parent elsewhere.
  if (parent == own) giveUp();
  if (parent > 0 && load<u32>(orders + parent * 4) != 0) return parent;
  why |= IS_ORPHAN;
  return NOT_FOUND;
}

/** Of the last lines only: which of them counts is known at the end. */
function noteTime(own: u32): void {
  const slot = load<u32>(TIMED) % KEPT_TIMES;
  store<u32>(TIMED, load<u32>(TIMED) + 1);
  const length = has(LINE_TIMESTAMP) ? min(endOf(LINE_TIMESTAMP) - startOf(LINE_TIMESTAMP), LONGEST_TIME) : 0;
  store<u32>(times + slot * 8, own);
  store<u32>(times + slot * 8, length, 4);
  memory.copy(times + KEPT_TIMES * 8 + slot * LONGEST_TIME, region + (length == 0 ? 0 : startOf(LINE_TIMESTAMP)), length);
}

function giveUp(): void {
  store<u32>(IS_ORDINARY, 0);
}

// @ts-ignore: decorator
@inline
function has(field: u32): bool {
  return (load<u32>(line) & (1 << field)) != 0;
}

// @ts-ignore: decorator
@inline
function startOf(field: u32): u32 {
  return load<u32>(line + field * 8, 4);
}

// @ts-ignore: decorator
@inline
function endOf(field: u32): u32 {
  return load<u32>(line + field * 8, 8);
}

/** The byte that a value begins with. */
// @ts-ignore: decorator
@inline
function firstOf(field: u32): u32 {
  return load<u8>(region + startOf(field));
}
