/**
 * Says where the blocks of a message stand in a line, so that what was said can be copied as it is. Only what stands
 * there as `JSON.stringify` would write it again is told of; of all else, and of kinds that are not known, it says
 * nothing, and the line is parsed. raw-kernel.ts has the same numbers.
 */
import { plainValue } from './plain-json';
import { beginSaid, end, startLine, walkKey, walkUpTo, walkValue } from './walk-json';

/** Where the content begins and ends, then its blocks. */
const HEADER: u32 = 1024;
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

let count: u32 = 0;

/** How many blocks there are, plus 1; 0 when it will not say. */
export function blocks(from: u32, limit: u32): u32 {
  walkUpTo(limit);
  startLine();
  // Ids are of no interest here.
  beginSaid();
  count = 0;
  store<u32>(HEADER, 0);
  const close = readMembers(from, 0);
  const isWhole = close != 0 && close < end && load<u8>(close) == 10;
  return isWhole && load<u32>(HEADER) != 0 ? count + 1 : 0;
}

/** The members of a line, of its message and of the blocks in there. */
function readMembers(open: u32, depth: u32): u32 {
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
    if (depth == 0) at = memberOfLine(key, length, value);
    else if (depth == 1) at = memberOfMessage(key, length, value);
    else at = memberOfBlock(key, length, value);
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
  // "message"
  if (length != 9 || load<u64>(key) != 0x6567617373656d22) return walkValue(value, 0);
  return load<u32>(HEADER) == 0 ? readMembers(value, 1) : 0;
}

function memberOfMessage(key: u32, length: u32, value: u32): u32 {
  if (!isContent(key, length)) return walkValue(value, 0);
  if (load<u8>(value) != 91 || load<u32>(HEADER) != 0) return 0;
  const close = readBlocks(value + 1);
  store<u32>(HEADER, value);
  store<u32>(HEADER, close, 4);
  return close;
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
    at = readMembers(at, 2);
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
