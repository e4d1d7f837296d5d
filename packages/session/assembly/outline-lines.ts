/**
 * The inner loop of the outline: splits a region into lines, walks each line once, and notes where the members stand
 * that count. Nothing is decided here; outline-kernel.ts has the same numbers, and line-outline.ts reads the records.
 *
 * Memory: a header, the names of members, the records, lists that records point into, then the region.
 */
import {
  beginSaid, end, endSaid, escapes, forgetSession, isSaid, noteIdsAt, sessions, startLine, surplus, uuids, walkKey, walkString,
  walkUpTo, walkValue,
} from './walk-json';
import {
  addRawBlock, beginRawBlock, beginRawLine, endRawLine, forgetBlocks, HIDDEN, notRaw, TEXT, THINKING, TOOL_RESULT, TOOL_USE,
  UNKNOWN, walkPlain,
} from './raw-blocks';
import { utf16Length } from './utf16-length';

import {
  ATTACHMENT, ATTACHMENT_AT, BLOCK, BLOCK_CONTENT, BLOCK_FOUND, BLOCK_ID, BLOCK_INPUT, BLOCK_IS_ERROR, BLOCK_NAME,
  BLOCK_TEXT, BLOCK_THINKING, BLOCK_TOOL_USE_ID, BLOCK_TYPE, COUNTS, COUNTS_AT, DATA, DATA_AT, FACTS_AT, HEADER, INPUT, INPUT_FOUND, LINE,
  LINE_AT, LINE_ATTACHMENT, LINE_DATA, LINE_MESSAGE, LINE_RESULT, LIST, MAX_RECORDS, MESSAGE, MESSAGE_AT,
  MESSAGE_CONTENT, MESSAGE_USAGE, NAME, NAMES, RAW, RECORD, RECORDS, RESULT, RESULTS, RESULT_AT, RESULT_FACT, SESSIONS,
  SET, SLOTS, USE, USES, UUIDS,
} from './outline-memory';

let record: u32 = 0;
let region: u32 = 0;
let uses: u32 = 0;
let firstUse: u32 = 0;
let results: u32 = 0;
let firstResult: u32 = 0;
let isText: u32 = 0;
let blocks: u32 = 0;
let thoughts: u32 = 0;
let resultSurplus: u32 = 0;
/** Whether it is asked how many characters results have. */
let isMeasured: bool = true;

export function measureResults(isAsked: bool): void {
  isMeasured = isAsked;
}

/** Gives where it stopped: behind the last line, or earlier when there is no more room. The header counts the records. */
export function outline(base: u32, from: u32, limit: u32): u32 {
  region = base;
  uses = 0;
  results = 0;
  let uuidCount: u32 = 0;
  let sessionCount: u32 = 0;
  let records: u32 = 0;
  let start = from;
  walkUpTo(limit);
  forgetSession();
  forgetBlocks();
  while (start < end && records < MAX_RECORDS) {
    record = RECORDS + records * RECORD;
    firstUse = uses;
    firstResult = results;
    noteIdsAt(UUIDS + uuidCount * 4, SESSIONS + sessionCount * 4, LIST / 4 - max(uuidCount, sessionCount));
    clearRecord();
    beginRawLine();
    startLine();
    const close = readMembers(LINE, start, record + LINE_AT);
    const isKnown = close != 0 && close < end && load<u8>(close) == 10;
    if (!isKnown) notRaw();
    store<u32>(record, endRawLine(), RAW);
    if (!isKnown && isCrowded(uuidCount, sessionCount)) break;
    const next = isKnown ? close + 1 : endOfLine(start);
    store<u32>(record, isKnown ? 1 : 0);
    store<u32>(record, start - region, 4);
    store<u32>(record, next - region, 8);
    if (isKnown) {
      store<u32>(record, escapes, 12);
      finishRecord(uuidCount, sessionCount);
      uuidCount += uuids;
      sessionCount += sessions;
    } else {
      uses = firstUse;
      results = firstResult;
      forgetSession();
    }
    records++;
    start = next;
  }
  store<u32>(HEADER, records);
  return start;
}

/** Whether a line may have failed only because lines before it took the room: then it is read again. */
function isCrowded(uuidCount: u32, sessionCount: u32): bool {
  const isFull =
    uses == LIST / USE ||
    results == LIST / RESULT_FACT ||
    max(uuidCount, sessionCount) + max(uuids, sessions) >= LIST / 4;
  return isFull && (firstUse > 0 || firstResult > 0 || uuidCount > 0 || sessionCount > 0);
}

function clearRecord(): void {
  store<u32>(record, 0, LINE_AT);
  store<u32>(record, 0, MESSAGE_AT);
  store<u32>(record, 0, COUNTS_AT);
  store<u32>(record, 0, ATTACHMENT_AT);
  store<u32>(record, 0, DATA_AT);
  store<u32>(record, 0, RESULT_AT);
  isText = 0;
  blocks = 0;
  thoughts = 0;
}

function finishRecord(uuidCount: u32, sessionCount: u32): void {
  const facts = record + FACTS_AT;
  store<u32>(facts, isText);
  store<u32>(facts, blocks, 4);
  store<u32>(facts, thoughts, 8);
  store<u32>(facts, uses - firstUse, 12);
  store<u32>(facts, USES + firstUse * USE, 16);
  store<u32>(facts, results - firstResult, 20);
  store<u32>(facts, RESULTS + firstResult * RESULT_FACT, 24);
  store<u32>(facts, uuids, 28);
  store<u32>(facts, UUIDS + uuidCount * 4, 32);
  store<u32>(facts, sessions, 36);
  store<u32>(facts, SESSIONS + sessionCount * 4, 40);
}

function endOfLine(start: u32): u32 {
  const newline = i8x16.splat(10);
  for (let at = start; at < end; at += 16) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at), newline));
    if (mask != 0) return min(at + ctz(mask) + 1, end);
  }
  return end;
}

/**
 * Reads the object at `open`, and notes in `found` which wanted members it has and where. A name that comes twice and a
 * name with escapes are left to the parser.
 */
function readMembers(set: u32, open: u32, found: u32): u32 {
  store<u32>(found, 0);
  if (load<u8>(open) != 123) return 0;
  if (load<u8>(open, 1) == 125) return open + 2;
  for (let at = open + 1; at < end; at++) {
    const name = at + 1;
    const before = surplus;
    const value = walkKey(at);
    if (value == 0 || surplus != before) return 0;
    const field = fieldAt(set, name, value - 2 - name);
    const said = isSaid(at, value - 1 - at);
    if (said) beginSaid();
    if (field == 255) at = walkValue(value, 0);
    else {
      const bit: u32 = 1 << field;
      const has = load<u32>(found);
      if ((has & bit) != 0) return 0;
      store<u32>(found, has | bit);
      store<u32>(found + field * 8, value - region, 4);
      at = descend(set, field, value);
      store<u32>(found + field * 8, at - region, 8);
    }
    if (said) endSaid();
    if (at == 0) return 0;
    const byte = load<u8>(at);
    if (byte == 125) return at + 1;
    if (byte != 44) return 0;
  }
  return 0;
}

/** 255: nobody asks for it. */
// @ts-ignore: decorator
@inline
function fieldAt(set: u32, at: u32, length: u32): u32 {
  const table = NAMES + set * SET;
  const slot = (length + (<u32>load<u8>(at)) * 2 + (<u32>load<u8>(at + length - 1)) * 3) & (SLOTS - 1);
  const field = <u32>load<u8>(table + slot);
  if (field == 255) return 255;
  const name = table + SLOTS + field * NAME;
  if (<u32>load<u8>(name) != length) return 255;
  for (let index: u32 = 0; index < length; index++) if (load<u8>(at + index) != load<u8>(name + index, 1)) return 255;
  return field;
}

function descend(set: u32, field: u32, at: u32): u32 {
  const first = load<u8>(at);
  if (set == LINE) {
    if (first != 123) return walkValue(at, 0);
    if (field == LINE_MESSAGE) return readMessage(at);
    if (field == LINE_ATTACHMENT) return readMembers(ATTACHMENT, at, record + ATTACHMENT_AT);
    if (field == LINE_DATA) return readMembers(DATA, at, record + DATA_AT);
    if (field == LINE_RESULT) return readMembers(RESULT, at, record + RESULT_AT);
    return walkValue(at, 0);
  }
  if (set == MESSAGE) {
    if (field == MESSAGE_USAGE && first == 123) return readMembers(COUNTS, at, record + COUNTS_AT);
    if (field != MESSAGE_CONTENT) return walkValue(at, 0);
    if (first == 91) return readBlocks(at + 1);
    if (first != 34) return 0;
    isText = 1;
    notRaw();
    return walkString(at + 1);
  }
  if (set == BLOCK) {
    if (field == BLOCK_INPUT && first == 123) {
      walkPlain(field, at);
      return readMembers(INPUT, at, INPUT_FOUND);
    }
    return field == BLOCK_CONTENT ? walkResult(at) : walkWords(field, at);
  }
  return walkValue(at, 0);
}

function walkResult(at: u32): u32 {
  let before = surplus;
  let close = walkPlain(BLOCK_CONTENT, at);
  if (close == 0) {
    before = surplus;
    close = walkValue(at, 0);
  }
  resultSurplus = surplus - before;
  return close;
}

function walkWords(field: u32, at: u32): u32 {
  const isWords = field == BLOCK_INPUT || ((field == BLOCK_TEXT || field == BLOCK_THINKING) && load<u8>(at) == 34);
  const close = isWords ? walkPlain(field, at) : 0;
  return close != 0 ? close : walkValue(at, 0);
}

/** Left to the parser when its content is of no kind that the client reads. */
function readMessage(at: u32): u32 {
  const close = readMembers(MESSAGE, at, record + MESSAGE_AT);
  return (load<u32>(record, MESSAGE_AT) & (1 << MESSAGE_CONTENT)) != 0 ? close : 0;
}

function readBlocks(from: u32): u32 {
  if (load<u8>(from) == 93) return from + 1;
  for (let at = from; at < end; at++) {
    store<u32>(INPUT_FOUND, 0);
    beginRawBlock();
    at = readMembers(BLOCK, at, BLOCK_FOUND);
    if (at == 0 || !addBlock()) return 0;
    if (load<u8>(at) == 93) return at + 1;
    if (load<u8>(at) != 44) return 0;
  }
  return 0;
}

/** False when only the parser can tell what it is, or there is no room. */
function addBlock(): bool {
  blocks++;
  const kind = kindOfBlock();
  addRawBlock(kind, region);
  if (kind == TOOL_USE) return addUse();
  if (kind == TOOL_RESULT) return addResult();
  if (kind == THINKING || kind == HIDDEN) thoughts++;
  // Written with escapes, another type may be one of these.
  return kind != UNKNOWN || !hasEscape(BLOCK_TYPE);
}

/** "text", "tool_use", "tool_result", "thinking", "redacted_thinking" */
function kindOfBlock(): u32 {
  const start = startOf(BLOCK_FOUND, BLOCK_TYPE);
  if (start == 0) return UNKNOWN;
  const at = start + region;
  const length = endOf(BLOCK_FOUND, BLOCK_TYPE) - start;
  if (length == 6) return load<u32>(at, 1) == 0x74786574 && load<u8>(at) == 34 ? TEXT : UNKNOWN;
  if (length == 10) {
    if (load<u64>(at) == 0x73755f6c6f6f7422 && load<u16>(at, 8) == 0x2265) return TOOL_USE;
    return load<u64>(at) == 0x6e696b6e69687422 && load<u16>(at, 8) == 0x2267 ? THINKING : UNKNOWN;
  }
  if (length == 13) return load<u64>(at) == 0x65725f6c6f6f7422 && load<u32>(at, 8) == 0x746c7573 ? TOOL_RESULT : UNKNOWN;
  if (length != 19 || load<u64>(at) != 0x6574636164657222 || load<u64>(at, 8) != 0x696b6e6968745f64) return UNKNOWN;
  return load<u16>(at, 16) == 0x676e ? HIDDEN : UNKNOWN;
}

function hasEscape(field: u32): bool {
  const start = startOf(BLOCK_FOUND, field);
  if (start == 0) return false;
  const stop = endOf(BLOCK_FOUND, field);
  for (let at = start; at < stop; at++) if (load<u8>(region + at) == 92) return true;
  return false;
}

function addUse(): bool {
  if (!isString(BLOCK_FOUND, BLOCK_ID)) return true;
  if (uses == LIST / USE) return false;
  const use = USES + uses * USE;
  uses++;
  put(use, BLOCK_FOUND, BLOCK_ID);
  put(use + 8, BLOCK_FOUND, BLOCK_NAME);
  for (let field: u32 = 0; field < 3; field++) put(use + 16 + field * 8, INPUT_FOUND, field);
  return true;
}

/**
 * Its id, whether it is an error, characters of a result that is a string, plus 1 (counted without making it), and where
 * its content stands.
 */
function addResult(): bool {
  if (!isString(BLOCK_FOUND, BLOCK_TOOL_USE_ID)) return true;
  if (results == LIST / RESULT_FACT) return false;
  const fact = RESULTS + results * RESULT_FACT;
  results++;
  put(fact, BLOCK_FOUND, BLOCK_TOOL_USE_ID);
  const error = startOf(BLOCK_FOUND, BLOCK_IS_ERROR);
  store<u32>(fact, error != 0 && load<u8>(error + region) == 116 ? 1 : 0, 8);
  let size: u32 = 0;
  if (isMeasured && isString(BLOCK_FOUND, BLOCK_CONTENT)) {
    const start = startOf(BLOCK_FOUND, BLOCK_CONTENT) + region;
    size = utf16Length(start + 1, endOf(BLOCK_FOUND, BLOCK_CONTENT) + region - 1) - resultSurplus + 1;
  }
  store<u32>(fact, size, 12);
  put(fact + 16, BLOCK_FOUND, BLOCK_CONTENT);
  return true;
}

function isString(found: u32, field: u32): bool {
  const start = startOf(found, field);
  return start != 0 && load<u8>(start + region) == 34;
}

/** 0 when there is no such member: no value stands there. */
// @ts-ignore: decorator
@inline
function startOf(found: u32, field: u32): u32 {
  return (load<u32>(found) & (1 << field)) != 0 ? load<u32>(found + field * 8, 4) : 0;
}

// @ts-ignore: decorator
@inline
function endOf(found: u32, field: u32): u32 {
  return load<u32>(found + field * 8, 8);
}

function put(to: u32, found: u32, field: u32): void {
  store<u32>(to, startOf(found, field));
  store<u32>(to, endOf(found, field), 4);
}
