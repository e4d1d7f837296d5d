import { isAt, readNumber, skipName, skipQuoted, skipString, skipValue } from './json-bytes.js';
import { LONGEST_ID } from './line-memory.js';

/** What the bytes of a reply's line say; reused from line to line. */
export interface ReplyBytes {
  messageId: string;
  model: string;
  isSynthetic: boolean;
  isSidechain: boolean;
  /** Where the quote of its timestamp stands; -1 when there is none. */
  timeAt: number;
  /** Where id, content and usage stand. */
  idAt: number;
  idEnd: number;
  contentAt: number;
  usageAt: number;
  /** The line was copied into this session by `/branch`. */
  isForked: boolean;
  input: number;
  output: number;
  cacheRead: number;
  cacheCreation: number;
  cache5m: number;
  cache1h: number;
  webSearches: number;
  isFast: boolean;
  isUs: boolean;
}

export function newReplyBytes(): ReplyBytes {
  return {
    messageId: '',
    model: '',
    isSynthetic: false,
    isSidechain: false,
    timeAt: -1,
    idAt: 0,
    idEnd: 0,
    contentAt: 0,
    usageAt: 0,
    isForked: false,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheCreation: 0,
    cache5m: 0,
    cache1h: 0,
    webSearches: 0,
    isFast: false,
    isUs: false,
  };
}

/** What stood before the message. */
export interface BeforeMessage {
  /** -1 when the line has not said it yet. */
  sidechain: number;
  isAssistant: boolean;
}

const b = (text: string) => Buffer.from(text, 'latin1');
const USAGE = b('"usage":{');
const MESSAGE = b('"message":');
const ASSISTANT = b('"assistant"');
const FAST = b('"fast"');
const US = b('"us"');
const SYNTHETIC = '<synthetic>';

const number = { value: 0 };

/**
 * Reads a reply whose `message` begins at `message` and whose `usage` comes behind its content. The end is found from
 * behind and walked to the last byte of the line, so that anything unexpected is noticed. False means: not a shape known
 * well enough, read the line for real. So is a line with a second message, of which the usage would be.
 */
export function readReply(
  bytes: Buffer,
  message: number,
  end: number,
  before: BeforeMessage,
  reply: ReplyBytes,
): boolean {
  const content = bytes[message] === 123 ? readHead(bytes, message + 1, end, reply) : -1;
  if (content < 0) return false;
  const usage = bytes.lastIndexOf(USAGE, end);
  if (usage <= content) return false;
  const second = bytes.indexOf(MESSAGE, content);
  if (second >= 0 && second < usage) return false;
  reply.contentAt = content;
  reply.usageAt = usage;
  let at = readUsage(bytes, usage + USAGE.length, end, reply);
  if (at < 0) return false;
  while (bytes[at] === 44) {
    at = skipMember(bytes, at + 1, end);
    if (at < 0) return false;
  }
  if (bytes[at] !== 125) return false;
  return readTail(bytes, at + 1, end, before, reply);
}

/** Told by the length first: it is what differs most. */
export function isKey(bytes: Buffer, at: number, length: number, key: string): boolean {
  if (length !== key.length) return false;
  for (let index = 0; index < length; index++) if (bytes[at + index] !== key.charCodeAt(index)) return false;
  return true;
}

/** Id and model stand before the content, in any order. Gives where the content's name ends, or -1. */
function readHead(bytes: Buffer, from: number, end: number, reply: ReplyBytes): number {
  let at = from;
  let hasId = false;
  let hasModel = false;
  while (bytes[at] === 34) {
    const key = at + 1;
    const value = skipName(bytes, key, end);
    if (value < 0) return -1;
    const length = value - 2 - key;
    if (isKey(bytes, key, length, 'content')) {
      reply.isSynthetic = reply.model === SYNTHETIC;
      return hasId && hasModel && mayHoldBlocks(bytes, value) ? value - 1 : -1;
    }
    const close = skipQuoted(bytes, value, end);
    if (close < 0 || bytes[close] !== 44 || isKey(bytes, key, length, 'usage')) return -1;
    if (isKey(bytes, key, length, 'id')) {
      if (!isPlain(bytes, value + 1, close - 1)) return -1;
      reply.idAt = value + 1;
      reply.idEnd = close - 1;
      reply.messageId = textAt(bytes, reply.idAt, reply.idEnd, reply.messageId);
      hasId = true;
    } else if (isKey(bytes, key, length, 'model')) {
      reply.model = textAt(bytes, value + 1, close - 1, reply.model);
      hasModel = true;
    }
    at = close + 1;
  }
  return -1;
}

/** Where the first of a list is no block, none may be. */
function mayHoldBlocks(bytes: Buffer, content: number): boolean {
  return bytes[content] !== 91 || bytes[content + 1] === 123 || bytes[content + 1] === 93;
}

/** Short, and of letters that are one byte each; see assembly/recognise-line.ts. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] ?? 0) >= 128) return false;
  return end - start <= LONGEST_ID;
}

/** Neighbouring lines are mostly of one reply, one model, one branch: then no new string is made. */
export function textAt(
  bytes: Buffer,
  start: number,
  end: number,
  last: string | undefined,
  encoding: 'latin1' | 'utf8' = 'latin1',
): string {
  return last !== undefined && isKey(bytes, start, end - start, last) ? last : bytes.toString(encoding, start, end);
}

function readUsage(bytes: Buffer, from: number, end: number, reply: ReplyBytes): number {
  reply.input = reply.output = reply.cacheRead = reply.cacheCreation = reply.cache5m = reply.cache1h = 0;
  reply.webSearches = 0;
  reply.isFast = reply.isUs = false;
  let at = from;
  while (bytes[at] === 34) {
    const key = at + 1;
    const value = skipName(bytes, key, end);
    if (value < 0) return -1;
    at = readUsageMember(bytes, key, value, end, reply);
    if (at < 0) return -1;
    if (bytes[at] === 125) return at + 1;
    if (bytes[at] !== 44) return -1;
    at++;
  }
  return -1;
}

function readUsageMember(bytes: Buffer, key: number, value: number, end: number, reply: ReplyBytes): number {
  const length = value - 2 - key;
  const first = bytes[value] ?? 0;
  if (first >= 48 && first <= 57) {
    const at = readNumber(bytes, value, end, number);
    if (isKey(bytes, key, length, 'input_tokens')) reply.input = number.value;
    else if (isKey(bytes, key, length, 'output_tokens')) reply.output = number.value;
    else if (isKey(bytes, key, length, 'cache_read_input_tokens')) reply.cacheRead = number.value;
    else if (isKey(bytes, key, length, 'cache_creation_input_tokens')) reply.cacheCreation = number.value;
    return at;
  }
  if (first === 123) {
    const isCounts = isKey(bytes, key, length, 'cache_creation') || isKey(bytes, key, length, 'server_tool_use');
    return isCounts ? readCounts(bytes, value + 1, end, reply) : skipValue(bytes, value, end);
  }
  if (isKey(bytes, key, length, 'speed')) reply.isFast = isAt(bytes, value, FAST);
  else if (isKey(bytes, key, length, 'inference_geo')) reply.isUs = isAt(bytes, value, US);
  return skipValue(bytes, value, end);
}

/** `cache_creation` and `server_tool_use`: numbers we know, and whatever numbers come. */
function readCounts(bytes: Buffer, from: number, end: number, reply: ReplyBytes): number {
  let at = from;
  while (bytes[at] === 34) {
    const key = at + 1;
    const value = skipName(bytes, key, end);
    if (value < 0) return -1;
    const length = value - 2 - key;
    at = readNumber(bytes, value, end, number);
    if (at < 0) return -1;
    if (isKey(bytes, key, length, 'ephemeral_5m_input_tokens')) reply.cache5m = number.value;
    else if (isKey(bytes, key, length, 'ephemeral_1h_input_tokens')) reply.cache1h = number.value;
    else if (isKey(bytes, key, length, 'web_search_requests')) reply.webSearches = number.value;
    if (bytes[at] === 125) return at + 1;
    if (bytes[at] !== 44) return -1;
    at++;
  }
  return -1;
}

/** What stands behind the message; the line must have said that it is a reply, and end here. */
function readTail(bytes: Buffer, from: number, end: number, before: BeforeMessage, reply: ReplyBytes): boolean {
  let at = from;
  let { isAssistant, sidechain } = before;
  reply.timeAt = -1;
  reply.isForked = false;
  while (bytes[at] === 44) {
    const key = at + 2;
    const value = skipName(bytes, key, end);
    if (value < 0) return false;
    const length = value - 2 - key;
    if (isKey(bytes, key, length, 'type')) {
      if (!isAt(bytes, value, ASSISTANT)) return false;
      isAssistant = true;
    } else if (isKey(bytes, key, length, 'isSidechain')) sidechain = Number(bytes[value] === 116);
    else if (isKey(bytes, key, length, 'timestamp')) reply.timeAt = value;
    else if (isKey(bytes, key, length, 'forkedFrom')) reply.isForked = true;
    else if (isKey(bytes, key, length, 'message')) return false;
    at = skipValue(bytes, value, end);
    if (at < 0) return false;
  }
  reply.isSidechain = sidechain === 1;
  return isAssistant && sidechain >= 0 && bytes[at] === 125 && at === end - 1;
}

function skipMember(bytes: Buffer, at: number, end: number): number {
  const behind = bytes[at] === 34 ? skipString(bytes, at + 1, end) : -1;
  return behind > 0 && bytes[behind] === 58 ? skipValue(bytes, behind + 1, end) : -1;
}

const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DATE_LENGTH = 11;
const lastDate = { bytes: Buffer.alloc(DATE_LENGTH), ms: Number.NaN };

/** Milliseconds of `"2026-01-31T12:00:00.000Z"` as the client writes it; NaN for any other form. */
export function timeAt(bytes: Buffer, at: number): number {
  const day = dayAt(bytes, at);
  const hour = twoAt(bytes, at + 12);
  const minute = twoAt(bytes, at + 15);
  const second = twoAt(bytes, at + 18);
  const ms = twoAt(bytes, at + 21) * 10 + digitAt(bytes, at + 23);
  if (hour > 23 || minute > 59 || second > 59 || bytes[at + 11] !== 84 || bytes[at + 14] !== 58) return Number.NaN;
  if (bytes[at + 17] !== 58 || bytes[at + 20] !== 46 || bytes[at + 24] !== 90 || bytes[at + 25] !== 34)
    return Number.NaN;
  return day + ((hour * 60 + minute) * 60 + second) * 1000 + ms;
}

/** The day is mostly that of the line before. */
function dayAt(bytes: Buffer, at: number): number {
  if (isAt(bytes, at, lastDate.bytes)) return lastDate.ms;
  lastDate.ms = Number.NaN;
  for (let index = 0; index < DATE_LENGTH; index++) lastDate.bytes[index] = bytes[at + index] ?? 0;
  if (bytes[at] !== 34 || bytes[at + 5] !== 45 || bytes[at + 8] !== 45) return Number.NaN;
  const month = twoAt(bytes, at + 6);
  const day = twoAt(bytes, at + 9);
  const year = twoAt(bytes, at + 1) * 100 + twoAt(bytes, at + 3);
  // Date.UTC would carry 31 February over into March, and takes the year 50 for 1950; that is left to Date.parse.
  if (!(day >= 1 && day <= (DAYS[month] ?? 0) && year >= 1000)) return Number.NaN;
  lastDate.ms = Date.UTC(year, month - 1, day);
  return lastDate.ms;
}

function twoAt(bytes: Buffer, at: number): number {
  return digitAt(bytes, at) * 10 + digitAt(bytes, at + 1);
}

function digitAt(bytes: Buffer, at: number): number {
  const digit = (bytes[at] ?? 0) - 48;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}
