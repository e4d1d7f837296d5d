import { DOUBTFUL, PROMPT, PROMPT_SAYS, SUMMARY, WORDS } from './line-memory';

/** Names of members: eight letters, and those behind them. */
const CWD: u64 = 0x647763;
const UUID: u64 = 0x64697575;
const SLUG: u64 = 0x67756c73;
const TYPE: u64 = 0x65707974;
const TODOS: u64 = 0x736f646f74;
const MESSAGE: u64 = 0x6567617373656d;
const VERSION: u64 = 0x6e6f6973726576;
const AGENT_ID: u64 = 0x6449746e656761;
const USER_TYPE: u64 = 0x6570795472657375;
const PROMPT_ID: u64 = 0x644974706d6f7270;
const TIMESTAM: u64 = 0x6d617473656d6974;
const P: u64 = 0x70;
const SESSIONI: u64 = 0x496e6f6973736573;
const D: u64 = 0x64;
const GIT_BRANC: u64 = 0x636e617242746967;
const H: u64 = 0x68;
const PARENT_UU: u64 = 0x7555746e65726170;
const ID: u64 = 0x6469;
const ENTRYPOI: u64 = 0x696f707972746e65;
const NT: u64 = 0x746e;
const IS_SIDECH: u64 = 0x6863656469537369;
const AIN: u64 = 0x6e6961;
const PERMISSI: u64 = 0x697373696d726570;
const ON_MODE: u64 = 0x65646f4d6e6f;
const THINKING: u64 = 0x676e696b6e696874;
const METADATA: u64 = 0x617461646174654d;
const IS_COMPAC: u64 = 0x6361706d6f437369;
const T_SUMMARY: u64 = 0x7972616d6d755374;
const IS_VISIBL: u64 = 0x6c62697369567369;
const E_IN_TRANS: u64 = 0x736e6172546e4965;
const CRIPT_ONL: u64 = 0x6c6e4f7470697263;

const NULL: u32 = 0x6c6c756e;
const TRUE: u32 = 0x65757274;
const FALS: u32 = 0x736c6166;

/**
 * Whether a line is a person's prompt beyond doubt; as readPrompt() in src/scan/prompt-shape.ts, which is asked where a
 * member is neither a string nor a plain word. Leaves what the line says: where branch and version begin and end, and
 * whether it is on a side chain. So is a compaction's summary read, which may be hidden from people. Gives how the scan is
 * to stop.
 */
export function readPrompt(start: u32, end: u32): u32 {
  if (load<u8>(start) != 123) return DOUBTFUL;
  memory.fill(PROMPT_SAYS, 0, 20);
  let hasWords = false;
  let isUser = false;
  let isSummary = false;
  let isHidden = false;
  let sidechain: u32 = 0;
  let at = start;
  do {
    const key = at + 2;
    const close = load<u8>(at, 1) == 34 ? nameEnd(key, end) : 0;
    if (close == 0 || load<u8>(close, 1) != 58) return DOUBTFUL;
    const value = close + 2;
    const length = close - key;
    const first = length > 8 ? load<u64>(key) : letters(key, length);
    const second = length > 8 ? letters(key + 8, length - 8) : 0;
    if (second == 0 && first == MESSAGE) {
      at = hasWords ? 0 : behindWords(value, end);
      hasWords = true;
    } else if (second == 0 && first == VERSION) {
      at = behindPlainString(value, end, PROMPT_SAYS + 8);
    } else if (second == H && first == GIT_BRANC) {
      at = behindPlainString(value, end, PROMPT_SAYS);
    } else {
      if (second == 0 && first == TYPE) isUser = load<u32>(value) == 0x65737522 && load<u16>(value, 4) == 0x2272;
      else if (second == AIN && first == IS_SIDECH) {
        const byte = load<u8>(value);
        sidechain = byte == 116 ? 2 : byte == 102 ? 1 : 0;
      } else if (first == IS_COMPAC && second == T_SUMMARY) {
        if (load<u32>(value) != TRUE) return DOUBTFUL;
        isSummary = true;
      } else if (first == IS_VISIBL && isVisibleOnly(key, length)) isHidden = true;
      else if (!isHarmless(first, second)) return DOUBTFUL;
      at = behindSound(value, end);
      if (at == 0 && load<u8>(value) != 34) return WORDS;
    }
    if (at == 0) return DOUBTFUL;
  } while (load<u8>(at) == 44);
  store<u32>(PROMPT_SAYS, sidechain == 2 ? 1 : 0, 16);
  if (!hasWords || !isUser || sidechain == 0 || at != end - 1 || load<u8>(at) != 125) return DOUBTFUL;
  if (isSummary) return SUMMARY;
  return isHidden ? DOUBTFUL : PROMPT;
}

function isVisibleOnly(key: u32, length: u32): bool {
  return length == 25 && load<u64>(key, 8) == E_IN_TRANS && load<u64>(key, 16) == CRIPT_ONL && load<u8>(key, 24) == 121;
}

/** Members that do not change whose words a line holds. */
function isHarmless(first: u64, second: u64): bool {
  if (second == 0) {
    if (first == UUID || first == CWD || first == SLUG || first == TODOS) return true;
    return first == USER_TYPE || first == AGENT_ID || first == PROMPT_ID;
  }
  if (first == TIMESTAM) return second == P;
  if (first == SESSIONI) return second == D;
  if (first == PARENT_UU) return second == ID;
  if (first == ENTRYPOI) return second == NT;
  if (first == THINKING) return second == METADATA;
  return first == PERMISSI && second == ON_MODE;
}

/** Up to eight letters; a longer rest is of no name that is known. */
// @ts-ignore: decorator
@inline
function letters(at: u32, length: u32): u64 {
  if (length > 8) return 1;
  return length == 8 ? load<u64>(at) : load<u64>(at) & ((<u64>1 << (length * 8)) - 1);
}

/** Where a name's quote stands; 0 when it is not plain. */
function nameEnd(from: u32, end: u32): u32 {
  for (let at = from; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == 34) return at;
    if (byte == 92 || byte < 32) return 0;
  }
  return 0;
}

function behindPlainString(value: u32, end: u32, says: u32): u32 {
  const close = load<u8>(value) == 34 ? nameEnd(value + 1, end) : 0;
  if (close == 0) return 0;
  store<u32>(says, value + 1);
  store<u32>(says, close, 4);
  return close + 1;
}

/** Behind a value that can be parsed, as far as such are known here. */
function behindSound(value: u32, end: u32): u32 {
  if (load<u8>(value) == 34) return behindText(value + 1, end);
  const word = load<u32>(value);
  if (word == NULL || word == TRUE) return value + 4;
  if (word == FALS && load<u8>(value, 4) == 101) return value + 5;
  return load<u16>(value) == 0x5d5b ? value + 2 : 0;
}

/** Behind `{"role":"user","content":` and words in one piece, as a string or as a block. */
function behindWords(message: u32, end: u32): u32 {
  if (load<u64>(message) != 0x3a22656c6f72227b || load<u64>(message, 8) != 0x222c227265737522) return 0;
  if (load<u64>(message, 16) != 0x22746e65746e6f63 || load<u8>(message, 24) != 58) return 0;
  const content = message + 25;
  if (load<u8>(content) == 34) {
    const behind = isPersons(content + 1) ? behindText(content + 1, end) : 0;
    return behind > 0 && load<u8>(behind) == 125 ? behind + 1 : 0;
  }
  if (load<u64>(content) != 0x2265707974227b5b || load<u64>(content, 8) != 0x2c2274786574223a) return 0;
  if (load<u64>(content, 16) != 0x223a227478657422) return 0;
  const behind = isPersons(content + 24) ? behindText(content + 24, end) : 0;
  return behind > 0 && load<u16>(behind) == 0x5d7d && load<u8>(behind, 2) == 125 ? behind + 3 : 0;
}

/** Tags, interruptions and what hooks say begin otherwise; see src/turn/words.ts. */
function isPersons(at: u32): bool {
  const first = load<u8>(at);
  // White space is skipped before a mark is looked for; outside ASCII it begins with one of these bytes.
  if (first >= 0x80) return first != 0xc2 && first != 0xef && (first < 0xe1 || first > 0xe3);
  if (first <= 32 || first == 34 || first == 60 || first == 91 || first == 92) return false;
  if (first < 65 || first > 90) return true;
  let behind = at + 1;
  while (isLetter(load<u8>(behind))) behind++;
  // ` hook `
  return !(load<u32>(behind) == 0x6f6f6820 && load<u16>(behind, 4) == 0x206b);
}

function isLetter(byte: u8): bool {
  const lower = byte | 32;
  return lower >= 97 && lower <= 122;
}

/** Behind a string that can be parsed; 0 when it holds what no string may hold. */
function behindText(from: u32, end: u32): u32 {
  const quote = i8x16.splat(34);
  const backslash = i8x16.splat(92);
  const space = i8x16.splat(32);
  let at = from;
  while (at < end) {
    const bytes = v128.load(at);
    const stops = v128.or(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)), i8x16.lt_u(bytes, space));
    if (!v128.any_true(stops)) {
      at += 16;
      continue;
    }
    at += ctz(<u32>i8x16.bitmask(stops));
    if (at >= end) return 0;
    const byte = load<u8>(at);
    if (byte == 34) return at + 1;
    if (byte < 32) return 0;
    const escaped = load<u8>(at, 1);
    if (escaped == 117) {
      for (let digit = at + 2; digit < at + 6; digit++) if (!isHex(load<u8>(digit))) return 0;
      at += 6;
    } else if (isEscape(escaped)) at += 2;
    else return 0;
  }
  return 0;
}

function isEscape(byte: u8): bool {
  // "\/bfnrt
  return byte == 110 || byte == 34 || byte == 92 || byte == 116 || byte == 47 || byte == 98 || byte == 102 || byte == 114;
}

function isHex(byte: u8): bool {
  const lower = byte | 32;
  return (byte >= 48 && byte <= 57) || (lower >= 97 && lower <= 102);
}
