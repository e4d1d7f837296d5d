/**
 * Says where the blocks of a message stand in a line, so that what was said can be copied as it is. Only what stands
 * there as `JSON.stringify` would write it again is told of; of all else, and of kinds that are not known, it says
 * nothing, and the line is parsed. raw-kernel.ts has the same numbers.
 */
import { plainValue } from './plain-json';
import { beginSaid, end, startLine, walkKey, walkUpTo, walkValue } from './walk-json';

/** Where the content begins and ends, then the same of what a reply's line says beside it; then its blocks. */
const HEADER: u32 = 1024;
const BESIDE: u32 = 1032;
const BLOCKS: u32 = 1088;
const BLOCK: u32 = 28;
const MOST_BLOCKS: u32 = 1024;

const TEXT: u32 = 1;
const THINKING: u32 = 2;
const TOOL_USE: u32 = 3;
const TOOL_RESULT: u32 = 4;
/** Says nothing to anybody. */
const HIDDEN: u32 = 5;

/** Members of a block, by their place in FOUND: start and end of each. */
const TYPE: u32 = 0;
const ID: u32 = 1;
const NAME: u32 = 2;
const WORDS: u32 = 3;
const FOUND: u32 = 64;

/** Beside the content, by their place in BESIDE. */
const REQUEST_ID: u32 = 0;
const REQUESTED_MODEL: u32 = 1;
const EFFORT: u32 = 2;
const FORKED_FROM: u32 = 3;
const SPEED: u32 = 4;
const GEO: u32 = 5;
const SEARCHES: u32 = 6;

/** What the members read next are of. */
const OF_LINE: u32 = 0;
const OF_MESSAGE: u32 = 1;
const OF_BLOCK: u32 = 2;
const OF_USAGE: u32 = 3;
const OF_SERVER_TOOLS: u32 = 4;

let count: u32 = 0;
let hasMessage: bool = false;
let hasUsage: bool = false;
let hasServerTools: bool = false;

/** How many blocks there are, plus 1; 0 when it will not say. */
export function blocks(from: u32, limit: u32): u32 {
  walkUpTo(limit);
  startLine();
  // Ids are of no interest here.
  beginSaid();
  count = 0;
  hasMessage = false;
  hasUsage = false;
  hasServerTools = false;
  memory.fill(HEADER, 0, BLOCKS - HEADER);
  const close = readMembers(from, OF_LINE);
  const isWhole = close != 0 && close < end && load<u8>(close) == 10;
  return isWhole && load<u32>(HEADER) != 0 ? count + 1 : 0;
}

/** The members of a line, of its message, of the blocks and of the usage in there. */
function readMembers(open: u32, owner: u32): u32 {
  if (load<u8>(open) != 123) return 0;
  if (load<u8>(open, 1) == 125) return open + 2;
  let at = open + 1;
  while (at < end) {
    const key = at;
    const value = walkKey(at);
    if (value == 0) return 0;
    const length = value - 1 - key;
    // Written with escapes it may be any of the names below.
    if (hasEscape(key, length)) return 0;
    if (owner == OF_BLOCK) at = memberOfBlock(key, length, value);
    else if (owner == OF_LINE) at = memberOfLine(key, length, value);
    else if (owner == OF_MESSAGE) at = memberOfMessage(key, length, value);
    else if (owner == OF_USAGE) at = memberOfUsage(key, length, value);
    else at = memberOfServerTools(key, length, value);
    if (at == 0) return 0;
    const byte = load<u8>(at);
    if (byte == 125) return at + 1;
    if (byte != 44) return 0;
    at++;
  }
  return 0;
}

function hasEscape(key: u32, length: u32): bool {
  for (let index: u32 = 0; index < length; index++) if (load<u8>(key + index) == 92) return true;
  return false;
}

function memberOfLine(key: u32, length: u32, value: u32): u32 {
  // "message", "effort", "requestId", "forkedFrom", "requestedModel"
  if (length == 9 && load<u64>(key) == 0x6567617373656d22) {
    if (hasMessage) return 0;
    hasMessage = true;
    return readMembers(value, OF_MESSAGE);
  }
  if (length == 8 && load<u64>(key) == 0x2274726f66666522) return noted(EFFORT, value);
  if (length == 11 && load<u64>(key, 1) == 0x4974736575716572 && load<u8>(key, 9) == 100) return noted(REQUEST_ID, value);
  if (length == 12 && load<u64>(key, 1) == 0x724664656b726f66 && load<u16>(key, 9) == 0x6d6f) return noted(FORKED_FROM, value);
  if (length == 16 && load<u64>(key, 1) == 0x6574736575716572 && load<u64>(key, 8) == 0x226c65646f4d6465) {
    return noted(REQUESTED_MODEL, value);
  }
  return walkValue(value, 0);
}

/** 0 for a second one of the same name: only the parser knows which counts. */
function noted(what: u32, value: u32): u32 {
  const place = BESIDE + what * 8;
  if (load<u32>(place) != 0) return 0;
  const close = walkValue(value, 0);
  store<u32>(place, value);
  store<u32>(place, close, 4);
  return close;
}

function memberOfMessage(key: u32, length: u32, value: u32): u32 {
  // "usage"
  if (length == 7 && load<u32>(key, 1) == 0x67617375 && load<u8>(key, 5) == 101) return readUsage(value);
  if (!isContent(key, length)) return walkValue(value, 0);
  if (load<u8>(value) != 91 || load<u32>(HEADER) != 0) return 0;
  const close = readBlocks(value + 1);
  store<u32>(HEADER, value);
  store<u32>(HEADER, close, 4);
  return close;
}

function readUsage(value: u32): u32 {
  if (hasUsage) return 0;
  hasUsage = true;
  return load<u8>(value) == 123 ? readMembers(value, OF_USAGE) : walkValue(value, 0);
}

function memberOfUsage(key: u32, length: u32, value: u32): u32 {
  // "speed", "inference_geo", "server_tool_use"
  if (length == 7 && load<u32>(key, 1) == 0x65657073 && load<u8>(key, 5) == 100) return noted(SPEED, value);
  if (length == 15 && load<u64>(key, 1) == 0x636e657265666e69 && load<u32>(key, 9) == 0x65675f65 && load<u8>(key, 13) == 111) {
    return noted(GEO, value);
  }
  if (length == 17 && load<u64>(key, 1) == 0x745f726576726573 && load<u64>(key, 9) == 0x226573755f6c6f6f) {
    if (hasServerTools) return 0;
    hasServerTools = true;
    return load<u8>(value) == 123 ? readMembers(value, OF_SERVER_TOOLS) : walkValue(value, 0);
  }
  return walkValue(value, 0);
}

function memberOfServerTools(key: u32, length: u32, value: u32): u32 {
  // "web_search_requests"
  const isSearches = length == 21 && load<u64>(key, 1) == 0x726165735f626577 && load<u64>(key, 9) == 0x65757165725f6863;
  return isSearches && load<u32>(key, 17) == 0x22737473 ? noted(SEARCHES, value) : walkValue(value, 0);
}

// @ts-ignore: decorator
@inline
function isContent(key: u32, length: u32): bool {
  return length == 9 && load<u64>(key) == 0x746e65746e6f6322;
}

function readBlocks(from: u32): u32 {
  if (load<u8>(from) == 93) return from + 1;
  let at = from;
  while (at < end) {
    for (let field: u32 = 0; field < 4; field++) store<u64>(FOUND + field * 8, 0);
    if (count == MOST_BLOCKS) return 0;
    at = readMembers(at, OF_BLOCK);
    if (at == 0 || !addBlock()) return 0;
    const byte = load<u8>(at);
    if (byte == 93) return at + 1;
    if (byte != 44) return 0;
    at++;
  }
  return 0;
}

function memberOfBlock(key: u32, length: u32, value: u32): u32 {
  const field = fieldOf(key, length);
  if (field > WORDS) return walkValue(value, 0);
  // A second one of the same meaning: only the parser knows which counts.
  if (load<u32>(FOUND + field * 8) != 0) return 0;
  const close = field == WORDS ? plainValue(value, 0) : walkValue(value, 0);
  store<u32>(FOUND + field * 8, value);
  store<u32>(FOUND + field * 8, close, 4);
  return close;
}

function fieldOf(key: u32, length: u32): u32 {
  const first = load<u32>(key, 1);
  // "id"
  if (length == 4) return (first & 0xffff) == 0x6469 ? ID : 255;
  if (length == 6) {
    // "type", "name", "text"
    if (first == 0x65707974) return TYPE;
    if (first == 0x656d616e) return NAME;
    return first == 0x74786574 ? WORDS : 255;
  }
  // "input", "content", "thinking"
  if (length == 7) return first == 0x75706e69 && load<u8>(key, 5) == 116 ? WORDS : 255;
  if (length == 9) return isContent(key, length) ? WORDS : 255;
  if (length == 10) return load<u64>(key, 1) == 0x676e696b6e696874 ? WORDS : 255;
  // "tool_use_id"
  if (length == 13) return load<u64>(key, 1) == 0x6573755f6c6f6f74 && load<u32>(key, 8) == 0x64695f65 ? ID : 255;
  return 255;
}

function addBlock(): bool {
  const kind = kindOf(load<u32>(FOUND), load<u32>(FOUND, 4));
  if (kind == 0) return false;
  const words = load<u32>(FOUND + WORDS * 8);
  const first = words == 0 ? 0 : <u32>load<u8>(words);
  if (kind <= THINKING && first != 34) return false;
  if (kind >= TOOL_USE && kind <= TOOL_RESULT && !isString(ID)) return false;
  if (kind == TOOL_USE && load<u32>(FOUND + NAME * 8) != 0 && !isString(NAME)) return false;
  const block = BLOCKS + count * BLOCK;
  store<u32>(block, kind);
  for (let field: u32 = ID; field <= WORDS; field++) store<u64>(block + field * 8 - 4, load<u64>(FOUND + field * 8));
  count++;
  return true;
}

// @ts-ignore: decorator
@inline
function isString(field: u32): bool {
  const start = load<u32>(FOUND + field * 8);
  return start != 0 && load<u8>(start) == 34;
}

function kindOf(start: u32, close: u32): u32 {
  const length = close - start;
  if (start == 0) return 0;
  if (length == 6) return load<u32>(start, 1) == 0x74786574 ? TEXT : 0;
  if (length == 10) {
    if (load<u8>(start, 9) != 34) return 0;
    const letters = load<u64>(start, 1);
    if (letters == 0x676e696b6e696874) return THINKING;
    return letters == 0x6573755f6c6f6f74 ? TOOL_USE : 0;
  }
  if (length == 13) {
    const isResult = load<u64>(start, 1) == 0x7365725f6c6f6f74 && load<u32>(start, 8) == 0x746c7573;
    return isResult ? TOOL_RESULT : 0;
  }
  if (length != 19 || load<u64>(start, 1) != 0x6465746361646572 || load<u64>(start, 9) != 0x6e696b6e6968745f) return 0;
  return load<u8>(start, 17) == 103 ? HIDDEN : 0;
}
