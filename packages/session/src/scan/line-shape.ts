import { isAt, nameAt, skipName, skipQuoted, skipShortString, skipValue } from './json-bytes.js';
import { newPromptBytes, type PromptBytes, readPrompt, sidechainAt } from './prompt-shape.js';
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
const FIRST_TYPE = b('{"type":');
const DATA_TYPE = b('{"type":"');
const AGENT_PROGRESS = b('agent_progress"');
const ASSISTANT = b('"assistant"');
const MESSAGE = b('"message":');
const PARENT = b('"parentUuid"');
const ATTACHMENT = b('"type":"attachment"');

/** Types whose lines tell more behind it. */
const GOING_ON = new Set(['user', 'progress', 'assistant']);
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
export function shapeOf(bytes: Buffer, start: number, end: number, line: LineBytes): Shape {
  const { before, free } = line;
  before.sidechain = -1;
  before.isAssistant = false;
  free.length = 0;
  if (bytes[start] !== 123 || bytes[end - 1] !== 125) return 'parse';
  let at = start + 1;
  let type = '';
  while (bytes[at] === 34) {
    const key = at + 1;
    const value = skipName(bytes, key, end);
    if (value < 0) return 'parse';
    switch (nameAt(bytes, key, value - 2)) {
      case 'message':
        return messageShape(bytes, { start, type, value, end }, line);
      case 'attachment':
        return type === '' && endsAsAttachment(bytes, value, end) ? 'aside' : 'parse';
      case 'data':
        return progressShape(bytes, { start, type, value, end }, line);
      case 'type':
        at = skipQuoted(bytes, value, end);
        type = typeAt(bytes, value, at);
        if (!GOING_ON.has(type)) return sideShape(bytes, { start, type, value, end }, line);
        break;
      case 'isSidechain':
        before.sidechain = sidechainAt(bytes, value);
        at = before.sidechain < 0 ? -1 : skipValue(bytes, value, end);
        break;
      default:
        at = skipFree(bytes, value, end, free);
    }
    if (at < 0 || bytes[at] !== 44) return 'parse';
    at++;
  }
  return 'parse';
}

/** Where the member begins by which a line's shape is told, and the type that stood before. */
interface Told {
  start: number;
  type: string;
  value: number;
  end: number;
}

function messageShape(bytes: Buffer, { start, type, value, end }: Told, line: LineBytes): Shape {
  const { reply, prompt, before } = line;
  if (type === 'user') {
    reply.isSidechain = before.sidechain === 1;
    if (before.sidechain >= 0 && isResult(bytes, value, end, line)) return 'tool_result';
    if (!readPrompt(bytes, start, end, prompt)) return 'parse';
    reply.contentAt = prompt.wordsAt;
    return 'prompt';
  }
  before.isAssistant = type === 'assistant';
  if (type !== '' && type !== 'assistant') return 'parse';
  return readReply(bytes, value, end, before, reply) ? 'reply' : 'parse';
}

/** What is said most makes no new string; '' when none ends at `close`. */
function typeAt(bytes: Buffer, value: number, close: number): string {
  if (close < 0) return '';
  return isAt(bytes, value, ASSISTANT) ? 'assistant' : bytes.toString('latin1', value + 1, close - 1);
}

/** Of a line that holds no message. */
function sideShape(bytes: Buffer, { start, type, value, end }: Told, { reply }: LineBytes): Shape {
  const close = skipQuoted(bytes, value, end);
  if (close < 0) return 'parse';
  reply.contentAt = close;
  if (READ_TYPES.has(type)) return 'read';
  // A line without a parent, unless another stands on it.
  const isFirst = value === start + FIRST_TYPE.length;
  const isGlued = isFirst && bytes.subarray(close, end).includes(PARENT);
  return isGlued || hasMessage(bytes, close, end) ? 'parse' : 'aside';
}

/** Behind a value that says nothing of the shape; where a short string stands is noted. */
function skipFree(bytes: Buffer, value: number, end: number, free: number[]): number {
  if (bytes[value] === 123 || bytes[value] === 91) return -1;
  const at = skipValue(bytes, value, end);
  if (bytes[value] === 34 && skipShortString(bytes, value + 1, end) === at) free.push(value + 1, at - 1);
  return at;
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
function progressShape(bytes: Buffer, { type, value, end }: Told, { reply }: LineBytes): Shape {
  if (type !== 'progress' || !isAt(bytes, value, DATA_TYPE)) return 'parse';
  const kind = value + DATA_TYPE.length;
  reply.contentAt = Math.max(0, skipShortString(bytes, kind, end));
  return isAt(bytes, kind, AGENT_PROGRESS) ? 'read' : 'aside';
}
