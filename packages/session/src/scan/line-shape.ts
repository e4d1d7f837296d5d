import { isAt, skipShortString, skipValue } from './json-bytes.js';
import { type BeforeMessage, isKey, type ReplyBytes, readReply } from './reply-shape.js';

/** What a line is, told from its bytes. `parse` means: not a shape known well enough, read it for real. */
export type Shape = 'parse' | 'aside' | 'tool_result' | 'reply';

const b = (text: string) => Buffer.from(text, 'latin1');
const RESULT_BY_ID = b('{"role":"user","content":[{"tool_use_id":"');
const RESULT_BY_TYPE = b('{"role":"user","content":[{"type":"tool_result"');
const DATA_TYPE = b('{"type":"');
const AGENT_PROGRESS = b('agent_progress"');
const ASSISTANT = b('"assistant"');
const ATTACHMENT = b('"type":"attachment"');

/** Lines of these types hold something a list shows. */
const READ_TYPES = new Set(['user', 'assistant', 'progress', 'queue-operation', 'summary', 'custom-title', 'ai-title']);

/** The shape of the line in [start, end), its newline not included. `before` is filled in with what the head says. */
export function shapeOf(
  bytes: Buffer,
  start: number,
  end: number,
  reply: ReplyBytes,
  before: BeforeMessage = { sidechain: -1, isAssistant: false },
): Shape {
  before.sidechain = -1;
  before.isAssistant = false;
  if (bytes[start] !== 123 || bytes[end - 1] !== 125) return 'parse';
  let at = start + 1;
  let type = '';
  while (bytes[at] === 34) {
    const key = at + 1;
    const behind = skipShortString(bytes, key, end);
    if (behind < 0 || bytes[behind] !== 58) return 'parse';
    const length = behind - 1 - key;
    const value = behind + 1;
    if (isKey(bytes, key, length, 'message')) {
      if (type === 'user') {
        reply.isSidechain = before.sidechain === 1;
        return before.sidechain < 0 ? 'parse' : userShape(bytes, value, reply);
      }
      before.isAssistant = type === 'assistant';
      if (type !== '' && type !== 'assistant') return 'parse';
      return readReply(bytes, value, end, before, reply) ? 'reply' : 'parse';
    }
    if (isKey(bytes, key, length, 'attachment')) {
      const found = type === '' ? bytes.indexOf(ATTACHMENT, value) : -1;
      return found > 0 && found < end ? 'aside' : 'parse';
    }
    if (isKey(bytes, key, length, 'data'))
      return type === 'progress' ? progressShape(bytes, value, end, reply) : 'parse';
    if (isKey(bytes, key, length, 'type')) {
      const close = bytes[value] === 34 ? skipShortString(bytes, value + 1, end) : -1;
      if (close < 0) return 'parse';
      type = isAt(bytes, value, ASSISTANT) ? 'assistant' : bytes.toString('latin1', value + 1, close - 1);
      if (!READ_TYPES.has(type)) {
        reply.contentAt = close;
        return 'aside';
      }
      if (type !== 'user' && type !== 'progress' && type !== 'assistant') return 'parse';
      at = close;
    } else if (isKey(bytes, key, length, 'isSidechain')) {
      before.sidechain = bytes[value] === 116 ? 1 : 0;
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

function userShape(bytes: Buffer, at: number, reply: ReplyBytes): Shape {
  for (const mark of [RESULT_BY_ID, RESULT_BY_TYPE]) {
    if (!isAt(bytes, at, mark)) continue;
    reply.contentAt = at + mark.length;
    return 'tool_result';
  }
  return 'parse';
}

/** Only an agent's progress holds replies. */
function progressShape(bytes: Buffer, at: number, end: number, reply: ReplyBytes): Shape {
  const type = at + DATA_TYPE.length;
  if (!isAt(bytes, at, DATA_TYPE) || isAt(bytes, type, AGENT_PROGRESS)) return 'parse';
  reply.contentAt = Math.max(0, skipShortString(bytes, type, end));
  return 'aside';
}
