/**
 * Finds what a reply's line says beside its content: which request it answers, and what of its usage is no count of
 * tokens. The line has been walked: what is known of it is stepped over.
 */
import { beginSaid, startLine, walkKey, walkValue } from './walk-json';

/** By their place in the list. request-facts.ts has the same numbers. */
const REQUEST_ID: u32 = 0;
const REQUESTED_MODEL: u32 = 1;
const EFFORT: u32 = 2;
const FORKED_FROM: u32 = 3;
const SPEED: u32 = 4;
const GEO: u32 = 5;
const SEARCHES: u32 = 6;

const OF_LINE: u32 = 0;
const OF_MESSAGE: u32 = 1;
const OF_USAGE: u32 = 2;
const OF_SERVER_TOOLS: u32 = 3;

let list: u32 = 0;
let contentAt: u32 = 0;
let contentEnd: u32 = 0;
let hasServerTools: bool = false;

/** Puts start and end of each into a list, which is empty before. False when only the parser can tell what counts. */
export function noteBeside(line: u32, content: u32, endOfContent: u32, to: u32): bool {
  list = to;
  contentAt = content;
  contentEnd = endOfContent;
  hasServerTools = false;
  startLine();
  // Ids are of no interest here.
  beginSaid();
  return readMembers(line, OF_LINE) != 0;
}

function readMembers(open: u32, owner: u32): u32 {
  if (load<u8>(open, 1) == 125) return open + 2;
  let at = open;
  do {
    const key = at + 1;
    const value = walkKey(key);
    if (value == 0) return 0;
    const length = value - 1 - key;
    if (owner == OF_LINE) at = memberOfLine(key, length, value);
    else if (owner == OF_MESSAGE) at = memberOfMessage(key, length, value);
    else if (owner == OF_USAGE) at = memberOfUsage(key, length, value);
    else at = memberOfServerTools(key, length, value);
    if (at == 0) return 0;
  } while (load<u8>(at) == 44);
  return at + 1;
}

/** "message", "effort", "requestId", "forkedFrom", "requestedModel". Of names that the outline knows there is only one. */
function memberOfLine(key: u32, length: u32, value: u32): u32 {
  const letters = load<u64>(key, 1);
  if (length == 9 && load<u64>(key) == 0x6567617373656d22) return readMembers(value, OF_MESSAGE);
  if (length == 8 && load<u64>(key) == 0x2274726f66666522) return noted(EFFORT, value);
  if (length == 11 && letters == 0x4974736575716572 && load<u8>(key, 9) == 100) return noted(REQUEST_ID, value);
  if (length == 12 && letters == 0x724664656b726f66 && load<u16>(key, 9) == 0x6d6f) return noted(FORKED_FROM, value);
  if (length == 16 && letters == 0x6574736575716572 && load<u64>(key, 8) == 0x226c65646f4d6465) return noted(REQUESTED_MODEL, value);
  return walkValue(value, 0);
}

/** "content", "usage" */
function memberOfMessage(key: u32, length: u32, value: u32): u32 {
  if (value == contentAt) return contentEnd;
  const isUsage = length == 7 && load<u32>(key, 1) == 0x67617375 && load<u8>(key, 5) == 101;
  return isUsage && load<u8>(value) == 123 ? readMembers(value, OF_USAGE) : walkValue(value, 0);
}

/** "speed", "inference_geo", "server_tool_use" */
function memberOfUsage(key: u32, length: u32, value: u32): u32 {
  const letters = load<u64>(key, 1);
  if (length == 7 && <u32>letters == 0x65657073 && load<u8>(key, 5) == 100) return noted(SPEED, value);
  if (length == 15 && letters == 0x636e657265666e69 && load<u32>(key, 9) == 0x65675f65 && load<u8>(key, 13) == 111) return noted(GEO, value);
  if (length != 17 || letters != 0x745f726576726573 || load<u64>(key, 9) != 0x226573755f6c6f6f) return walkValue(value, 0);
  if (hasServerTools) return 0;
  hasServerTools = true;
  return load<u8>(value) == 123 ? readMembers(value, OF_SERVER_TOOLS) : walkValue(value, 0);
}

/** "web_search_requests". Written with escapes it may be any name. */
function memberOfServerTools(key: u32, length: u32, value: u32): u32 {
  for (let index: u32 = 0; index < length; index++) if (load<u8>(key + index) == 92) return 0;
  const isSearches = length == 21 && load<u64>(key, 1) == 0x726165735f626577 && load<u64>(key, 9) == 0x65757165725f6863;
  return isSearches && load<u32>(key, 17) == 0x22737473 ? noted(SEARCHES, value) : walkValue(value, 0);
}

/** 0 for a second one of the same name: only the parser knows which counts. */
function noted(what: u32, value: u32): u32 {
  const place = list + what * 8;
  if (load<u32>(place) != 0) return 0;
  const close = walkValue(value, 0);
  store<u32>(place, value);
  store<u32>(place, close, 4);
  return close;
}
