import { RawValue } from '@unspool/session';
import { FixedJson } from '../span/fixed-text.js';
import { JsonText, type Label } from '../span/json-text.js';
import type { JsonPiece, RawText } from '../span/raw-text.js';
import type { Content } from './content.js';
import { assistantMessage, type ReplyParts, userMessage } from './message-parts.js';

// Messages as JSON, put together of what stands in the transcript and what is always the same around it: to make objects
// first would cost more than the writing.

/** What was asked, as Langfuse shows it. */
export function askedOf(content: Content, asked: Label): string | RawText {
  return content.packPieces([USER, asked, END], readAsked, asked);
}

function readAsked({ text }: Label): unknown {
  return { role: 'user', content: text };
}

/** The same as OpenTelemetry writes a message. */
export function inputMessages(content: Content, asked: Label): string | RawText {
  return content.packPieces([USER_MESSAGE, asked, END_MESSAGE], readInput, asked);
}

function readInput({ text }: Label): unknown {
  return [userMessage(text)];
}

/** What a conversation came to. */
export function saidOf(content: Content, said: string | RawValue): string | RawText {
  return content.packPieces([ASSISTANT, pieceOf(said), END], readSaid, said);
}

function readSaid(said: string | RawValue): unknown {
  return { role: 'assistant', content: read(said) };
}

/** What a reply says, as Langfuse shows it. Calls are left to their own observations. */
export function outputOf(content: Content, said: ReplyParts): string | RawText {
  const { text, thinking, others } = said;
  const pieces: JsonPiece[] = [ASSISTANT, pieceOf(text)];
  if (thinking !== '') pieces.push(THINKING, pieceOf(thinking));
  if (others.length > 0) pieces.push(BLOCKS, pieceOf(others));
  pieces.push(END);
  return content.packPieces(pieces, readOutput, said);
}

function readOutput({ text, thinking, others }: ReplyParts): unknown {
  return {
    role: 'assistant',
    content: read(text),
    ...(thinking !== '' && { thinking: read(thinking) }),
    ...(others.length > 0 && { blocks: others }),
  };
}

/** The same as OpenTelemetry writes a message, with its calls. */
export function outputMessages(content: Content, said: ReplyParts, finishReason: Label | undefined): string | RawText {
  const { text, thinking, calls, others } = said;
  const pieces: JsonPiece[] = [ASSISTANT_PARTS];
  if (thinking !== '') pieces.push(REASONING, pieceOf(thinking), END);
  if (text !== '') pieces.push(pieces.length > 1 ? NEXT_TEXT : TEXT, pieceOf(text), END);
  for (const { id, name, input } of calls) {
    pieces.push(pieces.length > 1 ? NEXT_CALL : CALL, nameOf(content, id), NAME, nameOf(content, name));
    if (input !== undefined) pieces.push(ARGUMENTS, pieceOf(input));
    pieces.push(END);
  }
  for (const block of others) {
    if (pieces.length > 1) pieces.push(COMMA);
    pieces.push(pieceOf({ ...block }));
  }
  if (finishReason === undefined) pieces.push(END_MESSAGE_PARTS);
  else pieces.push(FINISH, finishReason, END_MESSAGE_FINISHED);
  return content.packPieces(pieces, readMessages, { said, finishReason });
}

function readMessages({ said, finishReason }: { said: ReplyParts; finishReason: Label | undefined }): unknown {
  return [assistantMessage(readParts(said), finishReason?.text)];
}

/** A name or an id that was cleaned; mostly its span says the same. */
function nameOf(content: Content, name: string): JsonPiece {
  const label = content.label(name);
  return label.text === name ? label : pieceOf(name);
}

const END = new FixedJson('}');
const COMMA = new FixedJson(',');
const USER = new FixedJson('{"role":"user","content":');
const USER_MESSAGE = new FixedJson('[{"role":"user","parts":[{"type":"text","content":');
const END_MESSAGE = new FixedJson('}]}]');
const ASSISTANT = new FixedJson('{"role":"assistant","content":');
const THINKING = new FixedJson(',"thinking":');
const BLOCKS = new FixedJson(',"blocks":');
const ASSISTANT_PARTS = new FixedJson('[{"role":"assistant","parts":[');
const REASONING = new FixedJson('{"type":"reasoning","content":');
const TEXT = new FixedJson('{"type":"text","content":');
const NEXT_TEXT = new FixedJson(',{"type":"text","content":');
const CALL = new FixedJson('{"type":"tool_call","id":');
const NEXT_CALL = new FixedJson(',{"type":"tool_call","id":');
const NAME = new FixedJson(',"name":');
const ARGUMENTS = new FixedJson(',"arguments":');
const END_MESSAGE_PARTS = new FixedJson(']}]');
const FINISH = new FixedJson('],"finish_reason":');
const END_MESSAGE_FINISHED = new FixedJson('}]');

function pieceOf(value: unknown): JsonPiece {
  return value instanceof RawValue ? value : new JsonText(JSON.stringify(value));
}

function read(said: string | RawValue): string {
  return said instanceof RawValue ? (said.parse() as string) : said;
}

function readParts({ text, thinking, calls, others }: ReplyParts): ReplyParts {
  return {
    text: read(text),
    thinking: read(thinking),
    calls: calls.map((call) => (call.input instanceof RawValue ? { ...call, input: call.input.parse() } : call)),
    others,
  };
}
