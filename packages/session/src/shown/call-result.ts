import { type Block, isText, isToolResult, type ToolResultBlock } from '../format/block.js';
import { isUser } from '../format/entry.js';
import type { UserEntry } from '../format/schema.js';
import { type PersistedOutput, persistedOutputsOf } from '../locate/persisted-output.js';
import { resolveToolResult, type ToolResultFile } from '../locate/tool-result.js';
import type { Node } from '../model/node.js';
import type { Session } from '../model/session.js';
import type { ToolCall } from '../model/turn.js';
import { isObject } from '../read/json.js';
import { jsonText } from './json-text.js';

/** The result of a call, read from its line. */
export interface CallResult {
  result: ToolResultBlock | undefined;
  /** The client's own record: richer than the result, and absent in many versions. */
  noted: UserEntry['toolUseResult'];
  /** The line's record of an output too long for it, and that output's file. */
  moved: PersistedOutput | undefined;
  offloaded: ToolResultFile | undefined;
}

/** Reads the result of a tool call. A long output is in a separate file. */
export function readCallResult({ session, file }: { session: Session; file: string }, call: ToolCall): CallResult {
  const line = call.result && resultLine(session, call.result.node);
  const moved = line?.moved.get(call.id);
  return {
    result: line?.results.get(call.id),
    noted: line?.noted,
    moved,
    offloaded: moved && resolveToolResult(file, moved),
  };
}

/** Returns the result alone, as it is on its line. */
export function readResultBlock(session: Session, call: ToolCall): ToolResultBlock | undefined {
  return call.result && resultLine(session, call.result.node).results.get(call.id);
}

/** A line with results, by the ids of their calls. */
interface ResultLine {
  node: Node;
  results: ReadonlyMap<string, ToolResultBlock>;
  moved: ReadonlyMap<string, PersistedOutput>;
  noted: UserEntry['toolUseResult'];
}

/**
 * The last line read of each session. One line can contain the results of thousands of calls, which are read in turn.
 */
const lastLines = new WeakMap<Session, ResultLine>();

function resultLine(session: Session, node: Node): ResultLine {
  const last = lastLines.get(session);
  if (last?.node === node) return last;
  const line = readResultLine(session, node);
  lastLines.set(session, line);
  return line;
}

function readResultLine(session: Session, node: Node): ResultLine {
  const entry = session.read(node);
  const isReadable = isUser(entry) && typeof entry.message.content !== 'string';
  const results = isReadable ? (entry.message.content as Block[]).filter(isToolResult) : [];
  return {
    node,
    results: firstById(results),
    moved: firstById(results.every(hasReadableContent) ? persistedOutputsOf(entry) : []),
    // If several results share a line, the client's record concerns one of them, but which one is unknown.
    noted: isReadable && results.length === 1 ? entry.toolUseResult : undefined,
  };
}

function firstById<T extends { tool_use_id: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((each): [string, T] => [each.tool_use_id, each]).reverse());
}

/** Reading a message checks only its parts, not the parts of a result in it. */
function hasReadableContent({ content }: ToolResultBlock): boolean {
  return !Array.isArray(content) || content.every(isObject);
}

/** Returns the text of a result. The caller chooses the text for a picture or a document; undefined leaves it out. */
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

/** Returns a part of a result as text, whatever its kind. */
export function blockText(block: Block): string {
  if (!isObject(block)) return jsonText(block);
  if (isText(block)) return String(block.text);
  if (block.type === 'tool_reference') return `[tool ${String((block as { tool_name?: unknown }).tool_name)}]`;
  return jsonText(block, 2);
}
