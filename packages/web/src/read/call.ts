import {
  type Block,
  isAssistant,
  isObject,
  isText,
  isToolResult,
  isToolUse,
  isUser,
  type JsonObject,
  jsonText,
  persistedOutputsOf,
  resolveToolResult,
  type ToolCall,
  type ToolResultBlock,
  type ToolResultFile,
} from '@unspool/session';
import type { Conversation } from './conversation.js';

/** A call with what was asked and what came back, read from its lines. */
export interface CallContent {
  call: ToolCall;
  input: JsonObject;
  result: ToolResultBlock | undefined;
  /** What the client noted for itself: richer than the result, and absent in many versions. */
  noted: JsonObject;
  /** The output's own file, where it was too long for a line. */
  offloaded: ToolResultFile | undefined;
}

export function readCall({ session, file }: Conversation, call: ToolCall): CallContent {
  const entry = call.result && session.read(call.result.node);
  const isReadable = entry !== undefined && isUser(entry) && typeof entry.message.content !== 'string';
  const results = isReadable ? (entry.message.content as Block[]).filter(isToolResult) : [];
  const moved =
    entry && results.every(hasReadableContent)
      ? persistedOutputsOf(entry).find((output) => output.tool_use_id === call.id)
      : undefined;
  // Where several results share a line, what the client noted speaks of one of them, and nobody can say of which.
  const noted = isReadable && results.length === 1 ? entry.toolUseResult : undefined;
  return {
    call,
    input: inputOf(session.read(call.node), call.id),
    result: results.find((block) => block.tool_use_id === call.id),
    noted: isObject(noted) ? noted : {},
    offloaded: moved && resolveToolResult(file, moved),
  };
}

function inputOf(entry: Parameters<typeof isAssistant>[0], callId: string): JsonObject {
  if (!isAssistant(entry) || typeof entry.message.content === 'string') return {};
  const use = entry.message.content.filter(isToolUse).find((block) => block.id === callId);
  return isObject(use?.input) ? use.input : {};
}

/** Only the parts of a message are checked when it is read, not the parts of a result in it. */
function hasReadableContent({ content }: ToolResultBlock): boolean {
  return !Array.isArray(content) || content.every(isObject);
}

/** The words of a result; pictures in it are shown apart. */
export function resultText(result: ToolResultBlock | undefined): string {
  const content = result?.content;
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return jsonText(content, 2);
  return content
    .filter((block) => !isMedia(block))
    .map(blockText)
    .join('\n');
}

export function mediaBlocks(result: ToolResultBlock | undefined): Block[] {
  return Array.isArray(result?.content) ? result.content.filter(isMedia) : [];
}

function isMedia(block: Block): boolean {
  return isObject(block) && (block.type === 'image' || block.type === 'document');
}

function blockText(block: Block): string {
  if (!isObject(block)) return jsonText(block);
  if (isText(block as Block)) return String(block['text']);
  if (block['type'] === 'tool_reference') return `[tool ${String(block['tool_name'])}]`;
  return jsonText(block, 2);
}
