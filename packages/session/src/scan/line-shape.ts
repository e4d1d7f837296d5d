import { isAt, nameAt, skipShortString, skipValue } from './json-bytes.js';
import { newPromptBytes, type PromptBytes, readPrompt } from './prompt-shape.js';
import { type BeforeMessage, newReplyBytes, type ReplyBytes, readReply } from './reply-shape.js';

/**
 * What a line is, told from its bytes. `parse` means: not a shape known well enough, read it for real. `read` means the
 * same, and that all lines that begin so are to be.
 */
export type Shape = 'parse' | 'read' | 'aside' | 'tool_result' | 'reply' | 'prompt';

const b = (text: string) => Buffer.from(text, 'latin1');
const RESULT_BY_ID = b('{"role":"user","content":[{"tool_use_id":"');
const RESULT_BY_TYPE = b('{"role":"user","content":[{"type":"tool_result","tool_use_id":"');
const RESULT_TYPE = b(',"type":"tool_result"');
const DATA_TYPE = b('{"type":"');
const AGENT_PROGRESS = b('agent_progress"');
const ASSISTANT = b('"assistant"');
const MESSAGE = b('"message":');
const PARENT = b('"parentUuid"');
const ATTACHMENT = b('"type":"attachment"');

/** Side lines of these types hold something a list shows. */
const READ_TYPES = new Set(['queue-operation', 'summary', 'custom-title', 'ai-title']);

/** What the bytes of a line say, by its shape; reused from line to line. */
export interface LineBytes {
  reply: ReplyBytes;
  prompt: PromptBytes;
  /** What the head says. */
  before: BeforeMessage;
  /** Where strings of the head stand that say nothing of the line's shape; see line-head.ts. */
  free: number[];
}

export function newLineBytes(): LineBytes {
  return { reply: newReplyBytes(), prompt: newPromptBytes(), before: { sidechain: -1, isAssistant: false }, free: [] };
}

/** The shape of the line in [start, end), its newline not included. */
export function shapeOf(bytes: Buffer, start: number, end: number, { reply, prompt, before, free }: LineBytes): Shape {
  before.sidechain = -1;
  before.isAssistant = false;
  free.length = 0;
  if (bytes[start] !== 123 || bytes[end - 1] !== 125) return 'parse';
  let at = start + 1;
  let type = '';
  while (bytes[at] === 34) {
    const key = at + 1;
    const behind = skipShortString(bytes, key, end);
    if (behind < 0 || bytes[behind] !== 58) return 'parse';
    const name = nameAt(bytes, key, behind - 1);
    const value = behind + 1;
    if (name === 'message') {
      if (type === 'user') {
        reply.isSidechain = before.sidechain === 1;
        if (before.sidechain >= 0 && isResult(bytes, value, end, { reply, free })) return 'tool_result';
        if (!readPrompt(bytes, start, end, prompt)) return 'parse';
        reply.contentAt = prompt.wordsAt;
        return 'prompt';
      }
      before.isAssistant = type === 'assistant';
      if (type !== '' && type !== 'assistant') return 'parse';
      return readReply(bytes, value, end, before, reply) ? 'reply' : 'parse';
    }
    if (name === 'attachment') {
      return type === '' && endsAsAttachment(bytes, value, end) ? 'aside' : 'parse';
    }
    if (name === 'data') return type === 'progress' ? progressShape(bytes, value, end, reply) : 'parse';
    if (name === 'type') {
      const close = bytes[value] === 34 ? skipShortString(bytes, value + 1, end) : -1;
      if (close < 0) return 'parse';
      type = isAt(bytes, value, ASSISTANT) ? 'assistant' : bytes.toString('latin1', value + 1, close - 1);
      if (type !== 'user' && type !== 'progress' && type !== 'assistant') {
        reply.contentAt = close;
        if (READ_TYPES.has(type)) return 'read';
        // A line without a parent, unless another stands on it.
        const isGlued = key === start + 2 && bytes.subarray(close, end).includes(PARENT);
        return isGlued || hasMessage(bytes, close, end) ? 'parse' : 'aside';
      }
      at = close;
    } else if (name === 'isSidechain') {
      if (bytes[value] !== 116 && bytes[value] !== 102) return 'parse';
      before.sidechain = bytes[value] === 116 ? 1 : 0;
      at = skipValue(bytes, value, end);
    } else {
      if (bytes[value] === 123 || bytes[value] === 91) return 'parse';
      at = skipValue(bytes, value, end);
      if (bytes[value] === 34 && skipShortString(bytes, value + 1, end) === at) free.push(value + 1, at - 1);
    }
    if (at < 0 || bytes[at] !== 44) return 'parse';
    at++;
  }
  return 'parse';
}

/** Its type stands behind what is attached, and from there on are the line's own members: none of them a second type. */
function endsAsAttachment(bytes: Buffer, from: number, end: number): boolean {
  let at = bytes.lastIndexOf(ATTACHMENT, end - 1);
  if (at <= from || bytes[at - 1] !== 44) return false;
  at += ATTACHMENT.length;
  while (bytes[at] === 44) {
    const behind = bytes[at + 1] === 34 ? skipShortString(bytes, at + 2, end) : -1;
    if (behind < 0 || bytes[behind] !== 58 || nameAt(bytes, at + 2, behind - 1) === 'type') return false;
    at = skipValue(bytes, behind + 1, end);
    if (at < 0) return false;
  }
  return at === end - 1;
}

/** The first block says it all: a result with an id, in whichever order. */
function isResult(bytes: Buffer, at: number, end: number, { reply, free }: Pick<LineBytes, 'reply' | 'free'>): boolean {
  const isById = isAt(bytes, at, RESULT_BY_ID);
  if (!isById && !isAt(bytes, at, RESULT_BY_TYPE)) return false;
  const id = at + (isById ? RESULT_BY_ID : RESULT_BY_TYPE).length;
  const behind = skipShortString(bytes, id, end);
  if (behind < 0 || (isById && !isAt(bytes, behind, RESULT_TYPE))) return false;
  if (hasMessage(bytes, behind, end)) return false;
  free.push(id, behind - 1);
  reply.contentAt = isById ? behind + RESULT_TYPE.length : behind;
  return true;
}

/** Whether a message stands further on: of two it is the second that counts. */
function hasMessage(bytes: Buffer, from: number, end: number): boolean {
  return bytes.subarray(from, end).includes(MESSAGE);
}

/** Only an agent's progress holds replies. */
function progressShape(bytes: Buffer, at: number, end: number, reply: ReplyBytes): Shape {
  const type = at + DATA_TYPE.length;
  if (!isAt(bytes, at, DATA_TYPE)) return 'parse';
  reply.contentAt = Math.max(0, skipShortString(bytes, type, end));
  return isAt(bytes, type, AGENT_PROGRESS) ? 'read' : 'aside';
}
