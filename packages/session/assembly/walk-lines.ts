/**
 * Splits a region of bytes into lines, walks each line once as JSON, and records where the values of requested members
 * are. It knows only JSON and lines, not what they mean: before the first walk the caller sets which members to record,
 * and where their spans go.
 *
 * Each line leaves a record: whether the walk is sure of it, the line's span, which escapes it has, and a span for each
 * requested member: two numbers, its start and its end, or zeros if the line does not have it. A list of requested items
 * has two more: the number of its first item and how many it has. A line the walk is not sure of must be parsed. All
 * spans count from the start of the region.
 */
import { nextLine } from './find-mark';
import { addName, findName, newTable, numberOf, setNumber, takeRoom } from './name-table';
import {
  anywhereEntry,
  end,
  enter,
  escapes,
  forgetNotes,
  leave,
  noteCount,
  ranOutOfNotes,
  region,
  startLine,
  startRegion,
  surplus,
  walkName,
  walkValue,
} from './walk-values';

export { walkOnly } from './find-mark';
export { longestName, placeTables } from './name-table';
export { textLength } from './text-length';
export { addAnywhere, addOpaque, letterEscape, noteSize, notes, placeNotes, surrogateEscape } from './walk-values';

/** The offset of a record's own facts, in bytes from its start. Requested members follow at `recordHeader`. */
export const sureAt: u32 = 0;
export const startAt: u32 = 4;
export const endAt: u32 = 8;
export const escapesAt: u32 = 12;
/** The line's first note, and the number of its notes. */
export const firstNoteAt: u32 = 16;
export const noteCountAt: u32 = 20;
export const recordHeader: u32 = 24;
/** An item's record begins with the item's own span. */
export const itemHeader: u32 = 8;

/** The address of records, the size of one, and how many fit. */
let records: u32 = 0;
let recordSize: u32 = 0;
let recordLimit: u32 = 0;
let lineShape: u32 = 0;
/** The number of records that the last walk left. */
export let recordCount: u32 = 0;

/** What the table of a shape stores for a member. */
const OFFSET: u32 = 0;
const CHILD: u32 = 1;
const LIST: u32 = 2;

/**
 * A list of requested items. The last two: how many items there are, and how many there were at the start of the line.
 */
const ITEM_SHAPE: u32 = 0;
const ITEMS: u32 = 4;
const ITEM_SIZE: u32 = 8;
const ITEM_LIMIT: u32 = 12;
const NEXT_LIST: u32 = 16;
const ITEM_COUNT: u32 = 20;
const COUNT_BEFORE: u32 = 24;
const LIST_SIZE: u32 = 28;

const NEWLINE: u8 = 10;
const COMMA: u8 = 44;
const OPEN_LIST: u8 = 91;
const CLOSE_LIST: u8 = 93;
const OPEN_OBJECT: u8 = 123;
const CLOSE_OBJECT: u8 = 125;

let lists: u32 = 0;
let ranOutOfItems: bool = false;

export function placeRecords(at: u32, size: u32, limit: u32): void {
  records = at;
  recordSize = size;
  recordLimit = limit;
}

/** Sets the shape of a line, from `addShape`. */
export function setLineShape(shape: u32): void {
  lineShape = shape;
}

/** Adds a shape: the requested members of one object. */
export function addShape(): u32 {
  return newTable();
}

/** Requests a member. Its span goes to `offset` of the record that its object belongs to. */
export function addMember(shape: u32, name: u32, length: u32, offset: u32): u32 {
  const member = addName(shape, name, length);
  setNumber(member, OFFSET, offset);
  return member;
}

/** Requests members of a member's value too, if that is an object. */
export function setChild(member: u32, shape: u32): void {
  setNumber(member, CHILD, shape);
}

/** Requests the items of a member's value, if it is a list: a record of `size` bytes each, from `items` on. */
export function setItems(member: u32, shape: u32, items: u32, size: u32, limit: u32): void {
  const list = takeRoom(LIST_SIZE);
  store<u32>(list, shape, ITEM_SHAPE);
  store<u32>(list, items, ITEMS);
  store<u32>(list, size, ITEM_SIZE);
  store<u32>(list, limit, ITEM_LIMIT);
  store<u32>(list, lists, NEXT_LIST);
  lists = list;
  setNumber(member, LIST, list);
}

/** Walks lines from `from` on. Returns where it stopped: at the end, or at a line that does not fit. */
export function walk(base: u32, from: u32, limit: u32): u32 {
  startRegion(base, limit);
  for (let list = lists; list !== 0; list = load<u32>(list, NEXT_LIST)) store<u32>(list, 0, ITEM_COUNT);
  let start = from;
  recordCount = 0;
  while (recordCount < recordLimit) {
    start = nextLine(start, limit);
    if (start === limit) break;
    const next = walkLine(start, records + recordCount * recordSize);
    if (next === 0) break;
    recordCount++;
    start = next;
  }
  return start;
}

/** Returns the start of the next line; 0 if earlier lines took the room it needs. */
function walkLine(start: u32, record: u32): u32 {
  const notesBefore = noteCount;
  memory.fill(record, 0, recordSize);
  for (let list = lists; list !== 0; list = load<u32>(list, NEXT_LIST)) {
    store<u32>(list, load<u32>(list, ITEM_COUNT), COUNT_BEFORE);
  }
  ranOutOfItems = false;
  startLine();
  const close = load<u8>(start) === OPEN_OBJECT ? walkMembers(lineShape, start, record) : 0;
  const isSure = close !== 0 && close < end && load<u8>(close) === NEWLINE;
  if (!isSure && (ranOutOfItems || ranOutOfNotes) && recordCount > 0) return 0;
  const next = isSure ? close + 1 : endOfLine(start);
  store<u32>(record, start - region, startAt);
  store<u32>(record, next - region, endAt);
  if (!isSure) {
    forgetNotes(notesBefore);
    for (let list = lists; list !== 0; list = load<u32>(list, NEXT_LIST)) {
      store<u32>(list, load<u32>(list, COUNT_BEFORE), ITEM_COUNT);
    }
    return next;
  }
  store<u32>(record, 1, sureAt);
  store<u32>(record, escapes, escapesAt);
  store<u32>(record, notesBefore, firstNoteAt);
  store<u32>(record, noteCount - notesBefore, noteCountAt);
  return next;
}

function endOfLine(start: u32): u32 {
  const newline = i8x16.splat(NEWLINE);
  for (let at = start; at < end; at += 16) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at), newline));
    if (mask !== 0) return min(at + ctz(mask) + 1, end);
  }
  return end;
}

/** Walks an object of a known shape. Duplicate names, and names with escapes, are left to the parser. */
function walkMembers(shape: u32, open: u32, record: u32): u32 {
  if (load<u8>(open, 1) === CLOSE_OBJECT) return open + 2;
  for (let at = open + 1; at < end; at++) {
    const name = at + 1;
    const before = surplus;
    const value = walkName(at);
    if (value === 0 || surplus !== before) return 0;
    const entry = anywhereEntry(name, value);
    if (entry !== 0) enter(entry);
    const member = findName(shape, name, value - 2 - name);
    at = member === 0 ? walkValue(value, 0) : walkMember(member, value, record);
    if (entry !== 0) at = leave(entry, value, at);
    if (at === 0) return 0;
    const byte = load<u8>(at);
    if (byte === CLOSE_OBJECT) return at + 1;
    if (byte !== COMMA) return 0;
  }
  return 0;
}

function walkMember(member: u32, value: u32, record: u32): u32 {
  const span = record + numberOf(member, OFFSET);
  if (load<u32>(span) !== 0) return 0;
  const first = load<u8>(value);
  const child = numberOf(member, CHILD);
  const list = numberOf(member, LIST);
  let close: u32;
  if (child !== 0 && first === OPEN_OBJECT) close = walkMembers(child, value, record);
  else if (list !== 0 && first === OPEN_LIST) close = walkItems(list, value, span);
  else close = walkValue(value, 0);
  store<u32>(span, value - region);
  store<u32>(span, close - region, 4);
  return close;
}

function walkItems(list: u32, open: u32, span: u32): u32 {
  const firstItem = load<u32>(list, ITEM_COUNT);
  store<u32>(span, firstItem, 8);
  if (load<u8>(open, 1) === CLOSE_LIST) return open + 2;
  for (let at = open + 1; at < end; at++) {
    at = walkItem(list, at);
    if (at === 0) return 0;
    const byte = load<u8>(at);
    if (byte === CLOSE_LIST) {
      store<u32>(span, load<u32>(list, ITEM_COUNT) - firstItem, 12);
      return at + 1;
    }
    if (byte !== COMMA) return 0;
  }
  return 0;
}

function walkItem(list: u32, at: u32): u32 {
  const number = load<u32>(list, ITEM_COUNT);
  if (number === load<u32>(list, ITEM_LIMIT)) {
    ranOutOfItems = true;
    return 0;
  }
  store<u32>(list, number + 1, ITEM_COUNT);
  const size = load<u32>(list, ITEM_SIZE);
  const item = load<u32>(list, ITEMS) + number * size;
  memory.fill(item, 0, size);
  const close = load<u8>(at) === OPEN_OBJECT ? walkMembers(load<u32>(list, ITEM_SHAPE), at, item) : walkValue(at, 0);
  store<u32>(item, at - region);
  store<u32>(item, close - region, 4);
  return close;
}
