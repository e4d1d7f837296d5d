/**
 * Says of each line that was walked what the graph has to know of it, as numbers: texts by their number (known-texts.ts),
 * times and counts by their value. What only parsing can tell is left to the parser. line-outline.ts reads the digests.
 */
import { noteBeside } from './beside-content';
import { timeOf } from './client-time';
import { BLOCKS, DIGEST, DIGESTS, RAW_BLOCK, RAW_LINES, REFS } from './digest-memory';
import { hasRoomFor, isPlain, newTexts, settleTexts, textAt } from './known-texts';
import {
  ASSISTANT, ATTACHMENT, HISTORY, kindAt, LAST_PROMPT, LEAF, PARSED, PROGRESS, QUEUE, SYSTEM, USER,
} from './line-kind';
import {
  ATTACHMENT_AT, COUNTS_AT, DATA_AT, FACTS_AT, HEADER, LINE_AT, LINE_ATTACHMENT, LINE_DATA, LINE_LEAF, LINE_MESSAGE,
  LINE_PARENT, LINE_RESULT, LINE_SIDECHAIN, LINE_SUBTYPE, LINE_TIMESTAMP, LINE_TYPE, LINE_UUID, MESSAGE_AT,
  MESSAGE_CONTENT, MESSAGE_MODEL, MESSAGE_USAGE, RAW, RECORD, RECORDS, RESULT_AT, RESULT_FACT, USE,
} from './outline-memory';
import { putCount, putCreation } from './reply-counts';

export { outline } from './outline-lines';
export { askRaw } from './raw-blocks';

const LINE_META: u32 = 6;
const LINE_AGENT: u32 = 7;
const LINE_API_ERROR: u32 = 12;
const LINE_LOGICAL_PARENT: u32 = 13;
const LINE_COMPACT: u32 = 14;
const LINE_MESSAGE_ID: u32 = 15;
const LINE_OPERATION: u32 = 17;
const LINE_CONTENT: u32 = 18;
const LINE_PARENT_TOOL: u32 = 19;
const MESSAGE_ID: u32 = 0;
const MESSAGE_STOP: u32 = 4;
const COUNTS_CREATION: u32 = 4;

const IS_SIDECHAIN: u32 = 1;
const IS_META: u32 = 2;
const IS_API_ERROR: u32 = 4;
/** Its time is written in another way than the client does. */
const IS_ODD_TIME: u32 = 8;
const HAS_TOKENS: u32 = 16;

/** How many values are looked for beside the content. */
const BESIDE: u32 = 7;
const NULL: u32 = 0xffffffff;
/** Texts of a line beside those of its calls and results. */
const MOST_TEXTS: u32 = 12;
const QUOTE: u32 = 34;
const OPEN: u32 = 123;
const LETTER_N: u32 = 110;
const LETTER_T: u32 = 116;
const LETTER_F: u32 = 102;

let region: u32 = 0;
let record: u32 = 0;
let digest: u32 = 0;
let refs: u32 = 0;
let rawLines: u32 = 0;
/** What has to be added to a place in memory to get the one in the file. */
let shift: u32 = 0;

/**
 * Of the records from one on; gives which is the next, and leaves in the header how many texts are new, and how much is told
 * of lines that can be copied. `byte` is where in the file the region begins.
 */
export function digestFrom(base: u32, from: u32, byte: u32): u32 {
  region = base;
  shift = byte - base;
  refs = REFS;
  rawLines = RAW_LINES;
  settleTexts(base);
  const records = load<u32>(HEADER);
  let index = from;
  for (; index < records; index++) {
    record = RECORDS + index * RECORD;
    digest = DIGESTS + index * DIGEST;
    const facts = record + FACTS_AT;
    const isWalked = load<u32>(record) == 1;
    const texts = isWalked ? MOST_TEXTS + 4 * load<u32>(facts, 12) + load<u32>(facts, 20) : 0;
    if (!hasRoomFor(texts)) {
      if (index > from) break;
      store<u32>(digest, PARSED);
    } else store<u32>(digest, isWalked ? digestLine() : PARSED);
  }
  store<u32>(HEADER, newTexts, 4);
  store<u32>(HEADER, (rawLines - RAW_LINES) >> 2, 8);
  return index;
}

function digestLine(): u32 {
  const type = startOf(LINE_AT, LINE_TYPE);
  const kind = type == 0 ? PARSED : kindAt(region + type, endOf(LINE_AT, LINE_TYPE) - type);
  const sidechain = flagOf(LINE_SIDECHAIN);
  if (kind == PARSED || sidechain > 1 || hasOddNames()) return PARSED;
  // Most such lines: no text of theirs is asked for.
  if (kind == USER && load<u32>(record + FACTS_AT, 20) == 0) return PARSED;
  memory.fill(digest, 0, DIGEST);
  store<u32>(digest, textOf(LINE_AT, LINE_TYPE), 4);
  store<u32>(digest, textOf(LINE_AT, LINE_UUID), 8);
  store<u32>(digest, firstOf(LINE_AT, LINE_PARENT) == LETTER_N ? NULL : textOf(LINE_AT, LINE_PARENT), 12);
  store<u32>(digest, sidechain, 16);
  store<u32>(digest, textOf(LINE_AT, LINE_AGENT), 20);
  const timestamp = startOf(LINE_AT, LINE_TIMESTAMP);
  const time = timestamp == 0 ? NaN : timeOf(region + timestamp);
  store<f64>(digest, time, 40);
  if (timestamp != 0 && isNaN(time)) mark(IS_ODD_TIME);
  if (!complete(kind)) return PARSED;
  if (load<u32>(record, RAW) != 0 && (kind == USER || kind == ASSISTANT)) addRawLine(kind);
  return kind;
}

/** Where its content stands, of a reply what stands beside it, and its blocks. */
function addRawLine(kind: u32): void {
  const line = rawLines;
  const content = startOf(MESSAGE_AT, MESSAGE_CONTENT);
  const close = endOf(MESSAGE_AT, MESSAGE_CONTENT);
  const blocks = load<u32>(record + FACTS_AT, 4);
  let at = line + 8;
  if (kind == ASSISTANT) {
    memory.fill(at, 0, BESIDE * 8);
    if (!noteBeside(region + load<u32>(record, 4), region + content, region + close, at)) return;
    for (let place: u32 = 0; place < BESIDE * 2; place++, at += 4) if (load<u32>(at) != 0) store<u32>(at, load<u32>(at) + shift);
  }
  store<u32>(line, region + content + shift);
  store<u32>(line, region + close + shift, 4);
  const first = BLOCKS + (load<u32>(record, RAW) - 1) * RAW_BLOCK;
  for (let block = first; block < first + blocks * RAW_BLOCK; block += RAW_BLOCK, at += RAW_BLOCK) {
    const start = load<u32>(block, 4);
    store<u32>(at, load<u32>(block));
    store<u32>(at, start == 0 ? 0 : region + start + shift, 4);
    store<u32>(at, region + load<u32>(block, 8) + shift, 8);
  }
  store<u32>(digest, ((line - RAW_LINES) >> 2) + 1, 124);
  rawLines = at;
}

/** What depends on the type. False when only parsing can tell. */
function complete(kind: u32): bool {
  switch (kind) {
    case USER:
      return digestUser();
    case ASSISTANT:
      return digestReply();
    case SYSTEM:
      store<u32>(digest, textOf(LINE_AT, LINE_SUBTYPE), 24);
      extra(LINE_LOGICAL_PARENT);
      return !has(LINE_AT, LINE_COMPACT);
    case ATTACHMENT:
      store<u32>(digest, smallText(LINE_ATTACHMENT, ATTACHMENT_AT), 24);
      return true;
    case PROGRESS:
      extra(LINE_PARENT_TOOL);
      return digestProgress();
    case HISTORY:
      extra(LINE_MESSAGE_ID);
      return true;
    case LAST_PROMPT:
      extra(LINE_LEAF);
      return !has(LINE_AT, LINE_LEAF) || firstOf(LINE_AT, LINE_LEAF) == QUOTE;
    case LEAF:
      extra(LINE_LEAF);
      return true;
    case QUEUE:
      extra(LINE_OPERATION);
      store<u32>(digest, textOf(LINE_AT, LINE_CONTENT), 32);
      return true;
    default:
      return true;
  }
}

function extra(field: u32): void {
  store<u32>(digest, textOf(LINE_AT, field), 28);
}

/** Results only: whose words other lines hold is told by reading them. */
function digestUser(): bool {
  const facts = record + FACTS_AT;
  const count = load<u32>(facts, 20);
  const meta = flagOf(LINE_META);
  if (firstOf(LINE_AT, LINE_MESSAGE) != OPEN || meta > 1 || count == 0) return false;
  if (meta == 1) mark(IS_META);
  store<u32>(digest, smallText(LINE_RESULT, RESULT_AT), 48);
  store<u32>(digest, load<u32>(facts, 4), 60);
  store<u32>(digest, count, 116);
  store<u32>(digest, refs >> 2, 120);
  for (let index: u32 = 0; index < count; index++, refs += 12) {
    const result = load<u32>(facts, 24) + index * RESULT_FACT;
    store<u32>(refs, textAt(load<u32>(result), load<u32>(result, 4)));
    store<u32>(refs, load<u32>(result, 8), 4);
    store<u32>(refs, load<u32>(result, 12), 8);
  }
  return true;
}

function digestReply(): bool {
  const facts = record + FACTS_AT;
  if (firstOf(LINE_AT, LINE_MESSAGE) != OPEN) return false;
  if (firstOf(LINE_AT, LINE_API_ERROR) == LETTER_T) mark(IS_API_ERROR);
  store<u32>(digest, textOf(MESSAGE_AT, MESSAGE_ID), 48);
  store<u32>(digest, textOf(MESSAGE_AT, MESSAGE_MODEL), 52);
  store<u32>(digest, textOf(MESSAGE_AT, MESSAGE_STOP), 56);
  store<u32>(digest, load<u32>(facts) == 1 ? 1 : load<u32>(facts, 4), 60);
  store<u32>(digest, load<u32>(facts, 8), 112);
  return digestUses() && (firstOf(MESSAGE_AT, MESSAGE_USAGE) != OPEN || digestTokens());
}

/** Of each call its id, its name, its file and, of a sub-agent's, its task. */
function digestUses(): bool {
  const facts = record + FACTS_AT;
  const count = load<u32>(facts, 12);
  store<u32>(digest, count, 116);
  store<u32>(digest, refs >> 2, 120);
  for (let index: u32 = 0; index < count; index++, refs += 16) {
    const use = load<u32>(facts, 16) + index * USE;
    const name = region + load<u32>(use, 8);
    const length = load<u32>(use, 12) - load<u32>(use, 8);
    // Written with escapes it may be any name.
    if (load<u32>(use, 8) != 0 && !isPlain(name, name + length)) return false;
    store<u32>(refs, textAt(load<u32>(use), load<u32>(use, 4)));
    store<u32>(refs, textAt(load<u32>(use, 8), load<u32>(use, 12)), 4);
    const file = textAt(load<u32>(use, 16), load<u32>(use, 20));
    store<u32>(refs, file != 0 ? file : textAt(load<u32>(use, 24), load<u32>(use, 28)), 8);
    store<u32>(refs, load<u32>(use, 8) != 0 && isAgent(name, length) ? textAt(load<u32>(use, 32), load<u32>(use, 36)) : 0, 12);
  }
  return true;
}

/** "Task", "Agent" */
function isAgent(name: u32, length: u32): bool {
  if (load<u8>(name) != QUOTE) return false;
  if (length == 6) return load<u32>(name, 1) == 0x6b736154;
  return length == 7 && load<u32>(name, 1) == 0x6e656741 && load<u8>(name, 5) == LETTER_T;
}

function digestTokens(): bool {
  mark(HAS_TOKENS);
  for (let field: u32 = 0; field < 4; field++) {
    const start = startOf(COUNTS_AT, field);
    if (start != 0 && !putCount(region + start, region + endOf(COUNTS_AT, field), digest + 64 + field * 8)) return false;
  }
  return firstOf(COUNTS_AT, COUNTS_CREATION) != OPEN || putCreation(region + startOf(COUNTS_AT, COUNTS_CREATION), digest + 96);
}

/** An agent's progress holds a whole line of that agent. */
function digestProgress(): bool {
  if (firstOf(LINE_AT, LINE_DATA) != OPEN) return true;
  const start = region + startOf(DATA_AT, 0);
  const length = endOf(DATA_AT, 0) - startOf(DATA_AT, 0);
  if (has(DATA_AT, 0)) {
    if (!isPlain(start, start + length)) return false;
    // "agent_progress"
    if (length == 16 && load<u64>(start, 1) == 0x72705f746e656761 && load<u32>(start, 9) == 0x6572676f && load<u16>(start, 13) == 0x7373) {
      return false;
    }
  }
  store<u32>(digest, smallText(LINE_DATA, DATA_AT), 24);
  return true;
}

/** The text that counts of a small object. */
function smallText(field: u32, at: u32): u32 {
  return firstOf(LINE_AT, field) == OPEN ? textOf(at, 0) : 0;
}

/** Names that are neither texts nor null, or a time that is no text. */
function hasOddNames(): bool {
  return isOddName(LINE_UUID) || isOddName(LINE_PARENT) || (has(LINE_AT, LINE_TIMESTAMP) && firstOf(LINE_AT, LINE_TIMESTAMP) != QUOTE);
}

function isOddName(field: u32): bool {
  const first = firstOf(LINE_AT, field);
  return first != 0 && first != QUOTE && first != LETTER_N;
}

/** 1 when it is set, 2 when it is no flag. A flag that is not there is not set. */
function flagOf(field: u32): u32 {
  const first = firstOf(LINE_AT, field);
  if (first == 0 || first == LETTER_F || first == LETTER_N) return 0;
  return first == LETTER_T ? 1 : 2;
}

function mark(flag: u32): void {
  store<u32>(digest, load<u32>(digest, 16) | flag, 16);
}

// @ts-ignore: decorator
@inline
function has(members: u32, field: u32): bool {
  return (load<u32>(record + members) & (1 << field)) != 0;
}

/** 0 when there is no such member: no value stands there. */
function startOf(members: u32, field: u32): u32 {
  return has(members, field) ? load<u32>(record + members + field * 8, 4) : 0;
}

// @ts-ignore: decorator
@inline
function endOf(members: u32, field: u32): u32 {
  return load<u32>(record + members + field * 8, 8);
}

/** The byte a value begins with; 0 when there is none. */
function firstOf(members: u32, field: u32): u32 {
  const start = startOf(members, field);
  return start == 0 ? 0 : <u32>load<u8>(region + start);
}

function textOf(members: u32, field: u32): u32 {
  return textAt(startOf(members, field), endOf(members, field));
}
