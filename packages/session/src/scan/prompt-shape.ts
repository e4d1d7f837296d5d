import { isAt, nameAt, skipName, skipQuoted, skipValue } from './json-bytes.js';

/** What the bytes of a prompt's line say; reused from line to line. Nothing said is an empty stretch. */
export interface PromptBytes {
  isSidechain: boolean;
  /** Where the words begin. */
  wordsAt: number;
  branchAt: number;
  branchEnd: number;
  versionAt: number;
  versionEnd: number;
}

export function newPromptBytes(): PromptBytes {
  return { isSidechain: false, wordsAt: 0, branchAt: 0, branchEnd: 0, versionAt: 0, versionEnd: 0 };
}

const b = (text: string) => Buffer.from(text, 'latin1');
const AS_STRING = b('{"role":"user","content":"');
const BEHIND_STRING = b('}');
const AS_BLOCK = b('{"role":"user","content":[{"type":"text","text":"');
const BEHIND_BLOCK = b('}]}');
const USER = b('"user"');
const HOOK = b(' hook ');
const WORDS = [b('null'), b('false'), b('true')];

/** Members that do not change whose words a line holds. */
const HARMLESS = new Set([
  'parentUuid',
  'uuid',
  'timestamp',
  'sessionId',
  'cwd',
  'userType',
  'entrypoint',
  'permissionMode',
  'promptId',
  'slug',
  'agentId',
  'todos',
  'thinkingMetadata',
]);

/**
 * Reads a line that is a person's prompt beyond doubt: words in one piece that begin with none of the marks by which
 * other words are told, on a line without any member that could make them somebody else's. False means: read it for real.
 */
export function readPrompt(bytes: Buffer, start: number, end: number, prompt: PromptBytes): boolean {
  if (bytes[start] !== 123) return false;
  prompt.branchAt = prompt.branchEnd = prompt.versionAt = prompt.versionEnd = 0;
  prompt.wordsAt = 0;
  let isUser = false;
  let sidechain = -1;
  let at = start;
  do {
    const key = at + 2;
    const value = bytes[at + 1] === 34 ? skipName(bytes, key, end) : -1;
    if (value < 0) return false;
    const name = nameAt(bytes, key, value - 2);
    switch (name) {
      case 'message':
        at = skipWords(bytes, value, end, prompt);
        break;
      case 'version':
        at = skipQuoted(bytes, value, end);
        prompt.versionAt = value + 1;
        prompt.versionEnd = at - 1;
        break;
      case 'gitBranch':
        at = skipQuoted(bytes, value, end);
        prompt.branchAt = value + 1;
        prompt.branchEnd = at - 1;
        break;
      default:
        if (name === 'type') isUser = isAt(bytes, value, USER);
        else if (name === 'isSidechain') sidechain = sidechainAt(bytes, value);
        else if (!HARMLESS.has(name)) return false;
        at = skipSound(bytes, value, end);
    }
    if (at < 0) return false;
  } while (bytes[at] === 44);
  prompt.isSidechain = sidechain === 1;
  return prompt.wordsAt > 0 && isUser && sidechain >= 0 && bytes[at] === 125 && at === end - 1;
}

/** -1 when it is neither true nor false. */
export function sidechainAt(bytes: Buffer, value: number): number {
  if (bytes[value] === 116) return 1;
  return bytes[value] === 102 ? 0 : -1;
}

/** Behind a value that can be parsed. */
function skipSound(bytes: Buffer, value: number, end: number): number {
  if (bytes[value] === 34) return skipText(bytes, value + 1, end);
  const word = WORDS.find((each) => isAt(bytes, value, each));
  if (word) return value + word.length;
  const behind = skipValue(bytes, value, end);
  try {
    if (behind > 0) JSON.parse(bytes.toString('utf8', value, behind));
    return behind;
  } catch {
    return -1;
  }
}

/** Behind the message, of which there may be one. */
function skipWords(bytes: Buffer, message: number, end: number, prompt: PromptBytes): number {
  if (prompt.wordsAt > 0) return -1;
  const isString = isAt(bytes, message, AS_STRING);
  if (!isString && !isAt(bytes, message, AS_BLOCK)) return -1;
  const words = message + (isString ? AS_STRING : AS_BLOCK).length;
  if (!isPersons(bytes, words)) return -1;
  prompt.wordsAt = words;
  const behind = skipText(bytes, words, end);
  const close = isString ? BEHIND_STRING : BEHIND_BLOCK;
  return behind > 0 && isAt(bytes, behind, close) ? behind + close.length : -1;
}

/** Tags, interruptions and what hooks say begin otherwise; see turn/words.ts. */
function isPersons(bytes: Buffer, at: number): boolean {
  const first = bytes[at] ?? 0;
  // White space is skipped before a mark is looked for; outside ASCII it begins with one of these bytes.
  if (first >= 0x80) return first !== 0xc2 && first !== 0xef && (first < 0xe1 || first > 0xe3);
  if (first <= 32 || first === 34 || first === 60 || first === 91 || first === 92) return false;
  if (first < 65 || first > 90) return true;
  let behind = at + 1;
  while (isLetter(bytes[behind] ?? 0)) behind++;
  return !isAt(bytes, behind, HOOK);
}

function isLetter(byte: number): boolean {
  return (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90);
}

const ESCAPED = new Set(b('"\\/bfnrt'));

/** A line is a prompt only if it can be parsed: what no string may hold is noticed. */
function skipText(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 34) return at + 1;
    if (byte < 32) return -1;
    if (byte !== 92) continue;
    at = endOfEscape(bytes, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/** The last byte of what a backslash before `at` escapes; -1 when nothing may be escaped so. */
function endOfEscape(bytes: Buffer, at: number): number {
  const escaped = bytes[at] ?? 0;
  if (escaped !== 117) return ESCAPED.has(escaped) ? at : -1;
  for (let digit = at + 1; digit <= at + 4; digit++) if (!isHex(bytes[digit] ?? 0)) return -1;
  return at + 4;
}

function isHex(byte: number): boolean {
  const lower = byte | 32;
  return (byte >= 48 && byte <= 57) || (lower >= 97 && lower <= 102);
}
