import { isAt, readNumber, skipShortString, skipString, skipValue } from './json-bytes.js';

/** What a line is, told from its bytes. `parse` means: not a shape known well enough, read it for real. */
export type Shape = 'parse' | 'aside' | 'tool_result' | 'reply';

/** Filled in when a line is a reply (`isSidechain` for results too); reused from line to line. */
export interface ReplyBytes {
  messageId: string;
  isSynthetic: boolean;
  isSidechain: boolean;
  input: number;
  output: number;
  cacheRead: number;
  cacheCreation: number;
  cache5m: number;
  cache1h: number;
}

export function newReplyBytes(): ReplyBytes {
  return {
    messageId: '',
    isSynthetic: false,
    isSidechain: false,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheCreation: 0,
    cache5m: 0,
    cache1h: 0,
  };
}

const b = (text: string) => Buffer.from(text, 'latin1');
const USAGE = b('"usage":{');
const RESULT_BY_ID = b('{"role":"user","content":[{"tool_use_id":"');
const RESULT_BY_TYPE = b('{"role":"user","content":[{"type":"tool_result"');
const DATA_TYPE = b('{"type":"');
const AGENT_PROGRESS = b('agent_progress"');
const ATTACHMENT = b('"type":"attachment"');
const SYNTHETIC = '<synthetic>';

/** Lines of these types hold something a list shows. */
const READ_TYPES = new Set(['user', 'assistant', 'progress', 'queue-operation', 'summary', 'custom-title', 'ai-title']);

const number = { value: 0 };

/** The shape of the line in [start, end), its newline not included. */
export function shapeOf(bytes: Buffer, start: number, end: number, reply: ReplyBytes): Shape {
  if (bytes[start] !== 123 || bytes[end - 1] !== 125) return 'parse';
  let at = start + 1;
  let type = '';
  let sidechain = -1;
  while (bytes[at] === 34) {
    const key = at + 1;
    const behind = skipShortString(bytes, key, end);
    if (behind < 0 || bytes[behind] !== 58) return 'parse';
    const length = behind - 1 - key;
    const value = behind + 1;
    if (isKey(bytes, key, length, 'message')) {
      if (type === 'user') {
        reply.isSidechain = sidechain === 1;
        return sidechain < 0 ? 'parse' : userShape(bytes, value);
      }
      return type === '' ? replyShape(bytes, value, end, reply, sidechain) : 'parse';
    }
    if (isKey(bytes, key, length, 'attachment')) {
      const found = type === '' ? bytes.indexOf(ATTACHMENT, value) : -1;
      return found > 0 && found < end ? 'aside' : 'parse';
    }
    if (isKey(bytes, key, length, 'data')) return type === 'progress' ? progressShape(bytes, value) : 'parse';
    if (isKey(bytes, key, length, 'type')) {
      const close = bytes[value] === 34 ? skipShortString(bytes, value + 1, end) : -1;
      if (close < 0) return 'parse';
      type = bytes.toString('latin1', value + 1, close - 1);
      if (!READ_TYPES.has(type)) return 'aside';
      if (type !== 'user' && type !== 'progress') return 'parse';
      at = close;
    } else if (isKey(bytes, key, length, 'isSidechain')) {
      sidechain = bytes[value] === 116 ? 1 : 0;
      at = skipValue(bytes, value, end);
    } else {
      if (bytes[value] === 123 || bytes[value] === 91) return 'parse';
      at = skipValue(bytes, value, end);
    }
    if (at < 0 || bytes[at] !== 44) return 'parse';
    at++;
  }
  return 'parse';
}

function isKey(bytes: Buffer, at: number, length: number, key: string): boolean {
  if (length !== key.length) return false;
  for (let index = 0; index < length; index++) if (bytes[at + index] !== key.charCodeAt(index)) return false;
  return true;
}

function userShape(bytes: Buffer, at: number): Shape {
  return isAt(bytes, at, RESULT_BY_ID) || isAt(bytes, at, RESULT_BY_TYPE) ? 'tool_result' : 'parse';
}

/** Only an agent's progress holds replies. */
function progressShape(bytes: Buffer, at: number): Shape {
  return isAt(bytes, at, DATA_TYPE) && !isAt(bytes, at + DATA_TYPE.length, AGENT_PROGRESS) ? 'aside' : 'parse';
}

/**
 * A reply: `message` comes first and its `usage` behind its content. The end is found from behind and walked to the
 * last byte of the line, so that anything unexpected, a glued object too, is noticed.
 */
function replyShape(bytes: Buffer, message: number, end: number, reply: ReplyBytes, sidechain: number): Shape {
  if (!readHead(bytes, message, end, reply)) return 'parse';
  const usage = bytes.lastIndexOf(USAGE, end);
  if (usage <= message) return 'parse';
  let at = readUsage(bytes, usage + USAGE.length, end, reply);
  if (at < 0) return 'parse';
  while (bytes[at] === 44) {
    at = skipMember(bytes, at + 1, end);
    if (at < 0) return 'parse';
  }
  if (bytes[at] !== 125) return 'parse';
  reply.isSidechain = sidechain === 1;
  return readTail(bytes, at + 1, end, reply, sidechain >= 0);
}

/** Id and model stand before the content, in any order. */
function readHead(bytes: Buffer, message: number, end: number, reply: ReplyBytes): boolean {
  if (bytes[message] !== 123) return false;
  let at = message + 1;
  let hasId = false;
  reply.isSynthetic = false;
  while (bytes[at] === 34) {
    const key = at + 1;
    const behind = skipShortString(bytes, key, end);
    if (behind < 0 || bytes[behind] !== 58) return false;
    const length = behind - 1 - key;
    if (isKey(bytes, key, length, 'content')) return hasId;
    const value = behind + 1;
    if (bytes[value] !== 34) return false;
    const close = skipShortString(bytes, value + 1, end);
    if (close < 0) return false;
    if (isKey(bytes, key, length, 'id')) {
      reply.messageId = bytes.toString('latin1', value + 1, close - 1);
      hasId = true;
    } else if (isKey(bytes, key, length, 'model')) {
      reply.isSynthetic = bytes.toString('latin1', value + 1, close - 1) === SYNTHETIC;
    } else if (isKey(bytes, key, length, 'usage')) return false;
    if (bytes[close] !== 44) return false;
    at = close + 1;
  }
  return false;
}

function readUsage(bytes: Buffer, from: number, end: number, reply: ReplyBytes): number {
  reply.input = reply.output = reply.cacheRead = reply.cacheCreation = reply.cache5m = reply.cache1h = 0;
  let at = from;
  while (bytes[at] === 34) {
    const key = at + 1;
    const behind = skipShortString(bytes, key, end);
    if (behind < 0 || bytes[behind] !== 58) return -1;
    const length = behind - 1 - key;
    const value = behind + 1;
    const first = bytes[value] ?? 0;
    if (first >= 48 && first <= 57) {
      at = readNumber(bytes, value, end, number);
      if (at < 0) return -1;
      if (isKey(bytes, key, length, 'input_tokens')) reply.input = number.value;
      else if (isKey(bytes, key, length, 'output_tokens')) reply.output = number.value;
      else if (isKey(bytes, key, length, 'cache_read_input_tokens')) reply.cacheRead = number.value;
      else if (isKey(bytes, key, length, 'cache_creation_input_tokens')) reply.cacheCreation = number.value;
    } else if (isKey(bytes, key, length, 'cache_creation') && first === 123) {
      at = readSplit(bytes, value + 1, end, reply);
    } else {
      at = skipValue(bytes, value, end);
    }
    if (at < 0) return -1;
    if (bytes[at] === 125) return at + 1;
    if (bytes[at] !== 44) return -1;
    at++;
  }
  return -1;
}

/** `cache_creation`: two numbers, and whatever comes. */
function readSplit(bytes: Buffer, from: number, end: number, reply: ReplyBytes): number {
  let at = from;
  while (bytes[at] === 34) {
    const key = at + 1;
    const behind = skipShortString(bytes, key, end);
    if (behind < 0 || bytes[behind] !== 58) return -1;
    const length = behind - 1 - key;
    at = readNumber(bytes, behind + 1, end, number);
    if (at < 0) return -1;
    if (isKey(bytes, key, length, 'ephemeral_5m_input_tokens')) reply.cache5m = number.value;
    else if (isKey(bytes, key, length, 'ephemeral_1h_input_tokens')) reply.cache1h = number.value;
    if (bytes[at] === 125) return at + 1;
    if (bytes[at] !== 44) return -1;
    at++;
  }
  return -1;
}

/** What stands behind the message; it must say that this is a reply, and end with the line. */
function readTail(bytes: Buffer, from: number, end: number, reply: ReplyBytes, knowsSidechain: boolean): Shape {
  let at = from;
  let isReply = false;
  let knows = knowsSidechain;
  while (bytes[at] === 44) {
    const key = at + 2;
    const behind = skipShortString(bytes, key, end);
    if (behind < 0 || bytes[behind] !== 58) return 'parse';
    const length = behind - 1 - key;
    const value = behind + 1;
    if (isKey(bytes, key, length, 'type')) {
      if (!isAt(bytes, value, ASSISTANT)) return 'parse';
      isReply = true;
    } else if (isKey(bytes, key, length, 'isSidechain')) {
      reply.isSidechain = bytes[value] === 116;
      knows = true;
    } else if (isKey(bytes, key, length, 'message')) return 'parse';
    at = skipValue(bytes, value, end);
    if (at < 0) return 'parse';
  }
  return isReply && knows && bytes[at] === 125 && at === end - 1 ? 'reply' : 'parse';
}

const ASSISTANT = b('"assistant"');

function skipMember(bytes: Buffer, at: number, end: number): number {
  const behind = bytes[at] === 34 ? skipString(bytes, at + 1, end) : -1;
  return behind > 0 && bytes[behind] === 58 ? skipValue(bytes, behind + 1, end) : -1;
}
