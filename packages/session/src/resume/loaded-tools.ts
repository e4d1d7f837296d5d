import { isToolResult } from '../format/block.js';
import { type Entry, isAttachment, isUser } from '../format/entry.js';
import { isObject } from '../read/json.js';

/**
 * D8: tools that the client offers again because the conversation loaded them. Both must be on the chain: a
 * `tool_reference` in a result, and the tool's schema in a `deferred_tools_record`.
 */
export function loadedTools(entries: readonly Entry[]): Set<string> {
  const referenced = new Set<unknown>();
  const recorded = new Set<string>();
  for (const entry of entries) {
    if (isAttachment(entry)) for (const name of recordedNames(entry.attachment)) recorded.add(name);
    else if (isUser(entry)) for (const name of referencedNames(entry.message.content)) referenced.add(name);
  }
  return new Set([...recorded].filter((name) => referenced.has(name)));
}

function recordedNames({ type, entries }: { [key: string]: unknown }): string[] {
  if (type !== 'deferred_tools_record' || !Array.isArray(entries)) return [];
  return entries.flatMap((tool: unknown) => (isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : []));
}

function referencedNames(content: unknown): unknown[] {
  if (!Array.isArray(content)) return [];
  return content
    .filter(isToolResult)
    .flatMap((result) => (Array.isArray(result.content) ? result.content : []))
    .map((part) => (part?.type === 'tool_reference' ? (part as { tool_name?: unknown }).tool_name : undefined));
}
