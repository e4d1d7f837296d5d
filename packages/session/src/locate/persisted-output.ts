import type { Block } from '../format/block.js';
import { isText, isToolResult } from '../format/block.js';
import { type Entry, isUser } from '../format/entry.js';
import { isObject } from '../read/json.js';

/** A tool's output that the client moved to a separate file, as the line records it. */
export interface PersistedOutput {
  tool_use_id: string;
  /** An absolute path on the machine that wrote the session. Do not open it: see `resolveToolResult`. */
  path: string;
  /** The size that the client recorded. */
  size: number | undefined;
}

const STUB = /^\s*<persisted-output>\n?[^\n]*saved to: ([^\n]+)/;

/** Returns the moved outputs of a line. Older clients (2.1.29) name the file only in the stub that the model sees. */
export function persistedOutputsOf(entry: Entry): PersistedOutput[] {
  if (!isUser(entry) || typeof entry.message.content === 'string') return [];
  const results = entry.message.content.filter(isToolResult);
  const recorded = isObject(entry.toolUseResult) ? entry.toolUseResult : {};
  const { persistedOutputPath, persistedOutputSize } = recorded;
  const [only] = results;
  if (only && results.length === 1 && typeof persistedOutputPath === 'string') {
    const size = typeof persistedOutputSize === 'number' ? persistedOutputSize : undefined;
    return [{ tool_use_id: only.tool_use_id, path: persistedOutputPath, size }];
  }
  return results.flatMap((block) => {
    const path = STUB.exec(textOf(block.content))?.[1]?.trim();
    return path === undefined ? [] : [{ tool_use_id: block.tool_use_id, path, size: undefined }];
  });
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as Block[])
    .filter(isText)
    .map((block) => block.text)
    .join('\n');
}
