import { type Block, isText, isToolResult, type ToolResultBlock } from '../format/block.js';
import { isUser } from '../format/entry.js';
import type { UserEntry } from '../format/schema.js';
import { type PersistedOutput, persistedOutputsOf } from '../locate/persisted-output.js';
import { resolveToolResult, type ToolResultFile } from '../locate/tool-result.js';
import type { Session } from '../model/session.js';
import type { ToolCall } from '../model/turn.js';
import { isObject } from '../read/json.js';
import { jsonText } from './json-text.js';

/** What came back from a call, read from its line. */
export interface CallResult {
  result: ToolResultBlock | undefined;
  /** What the client noted for itself: richer than the result, and absent in many versions. */
  noted: UserEntry['toolUseResult'];
  /** What the line says of an output that was too long for it, and that output's own file. */
  moved: PersistedOutput | undefined;
  offloaded: ToolResultFile | undefined;
}

/** Reads the result of a tool call; a long output is in a file of its own. */
export function readCallResult({ session, file }: { session: Session; file: string }, call: ToolCall): CallResult {
  const entry = call.result && session.read(call.result.node);
  const isReadable = entry !== undefined && isUser(entry) && typeof entry.message.content !== 'string';
  const results = isReadable ? (entry.message.content as Block[]).filter(isToolResult) : [];
  const moved =
    entry && results.every(hasReadableContent)
      ? persistedOutputsOf(entry).find((output) => output.tool_use_id === call.id)
      : undefined;
  return {
    result: results.find((block) => block.tool_use_id === call.id),
    // Where several results share a line, what the client noted speaks of one of them, and nobody can say of which.
    noted: isReadable && results.length === 1 ? entry.toolUseResult : undefined,
    moved,
    offloaded: moved && resolveToolResult(file, moved),
  };
}

/** Only the parts of a message are checked when it is read, not the parts of a result in it. */
function hasReadableContent({ content }: ToolResultBlock): boolean {
  return !Array.isArray(content) || content.every(isObject);
}

/** The text of a result. The caller says what stands for a picture or a document; undefined leaves it out. */
export function resultText(
  result: ToolResultBlock | undefined,
  mediaText: (block: Block) => string | undefined,
): string {
  const content = result?.content;
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return jsonText(content, 2);
  return content.flatMap((block) => (isMedia(block) ? (mediaText(block) ?? []) : blockText(block))).join('\n');
}

/** Whether a block is an image or a document. */
export function isMedia(block: Block): boolean {
  return isObject(block) && (block.type === 'image' || block.type === 'document');
}

/** A part of a result as text, whatever it is. */
export function blockText(block: Block): string {
  if (!isObject(block)) return jsonText(block);
  if (isText(block)) return String(block.text);
  if (block.type === 'tool_reference') return `[tool ${String((block as { tool_name?: unknown }).tool_name)}]`;
  return jsonText(block, 2);
}
