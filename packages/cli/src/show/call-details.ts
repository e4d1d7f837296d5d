import {
  type Block,
  changesOf,
  type DiffLine,
  isObject,
  isToolResult,
  isUser,
  type JsonObject,
  jsonText,
  persistedOutputsOf,
  readToolResult,
  resolveToolResult,
  type ToolCall,
  type ToolResultBlock,
  type ToolResultFile,
  type UserEntry,
} from '@unspool/session';
import { blockText } from './block-text.js';
import type { Conversation } from './conversation.js';

/** A call with what was asked and what came back, read from its lines. */
export interface CallDetails {
  call: ToolCall;
  input: JsonObject;
  result: ToolResultBlock | undefined;
  /** What the client noted for itself: richer than the result, and absent in many versions. */
  noted: UserEntry['toolUseResult'];
  /** The result as text; of an offloaded one, what stands on the line. */
  text: string;
  offloaded: ToolResultFile | undefined;
  /** Bytes of the whole result. */
  size: number;
}

export function readCall(conversation: Conversation, call: ToolCall, input: JsonObject): CallDetails {
  const entry = call.result && conversation.session.read(call.result.node);
  const blocks = entry && isUser(entry) && typeof entry.message.content !== 'string' ? entry.message.content : [];
  const results = blocks.filter(isToolResult);
  const result = results.find((block) => block.tool_use_id === call.id);
  const text = resultText(result);
  const moved =
    entry && results.every(hasReadableContent)
      ? persistedOutputsOf(entry).find((output) => output.tool_use_id === call.id)
      : undefined;
  const offloaded = moved && resolveToolResult(conversation.file, moved);
  const size = offloaded?.kind === 'found' ? offloaded.size : (moved?.size ?? Buffer.byteLength(text));
  // Where several results share a line, what the client noted speaks of one of them, and nobody can say of which.
  const noted = entry && isUser(entry) && results.length === 1 ? entry.toolUseResult : undefined;
  return { call, input, result, noted, text, offloaded, size };
}

/** Only the parts of a message are checked when it is read, not the parts of a result in it. */
function hasReadableContent({ content }: ToolResultBlock): boolean {
  return !Array.isArray(content) || content.every(isObject);
}

export function resultText(result: ToolResultBlock | undefined): string {
  const content = result?.content;
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return jsonText(content, 2);
  return content.map((block: Block) => blockText(block)).join('\n');
}

/** The start of an output, wherever it stands. */
export function outputText({ text, offloaded }: CallDetails, maxBytes: number): string {
  if (offloaded?.kind !== 'found') return text;
  const bytes = readToolResult(offloaded.file, { offset: 0, length: maxBytes });
  // A character that the limit cuts in two is left out.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** The client's notes on a call, if they are of the shape that its tool has. */
export function notes({ noted }: CallDetails): JsonObject {
  return isObject(noted) ? noted : {};
}

/** What the call changed in a file. */
export function changesIn({ call, input, noted }: CallDetails): DiffLine[] {
  return changesOf({ name: call.name, input, noted });
}
