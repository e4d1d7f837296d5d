import type { JsonObject } from '../line/line.js';

/** The parts of a message. `UnknownBlock` keeps the union open: new kinds arrive every few weeks. */
export type Block =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock
  | UnknownBlock;

export interface TextBlock {
  type: 'text';
  text: string;
}

/** Often empty with only a signature. */
export interface ThinkingBlock {
  type: 'thinking';
  thinking: string;
  signature?: string;
}

export interface RedactedThinkingBlock {
  type: 'redacted_thinking';
  data?: string;
}

export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: JsonObject;
  caller?: JsonObject;
}

export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | Block[] | JsonObject;
  is_error?: boolean;
}

export interface ImageBlock {
  type: 'image';
  source: JsonObject;
}

export interface DocumentBlock {
  type: 'document';
  source: JsonObject;
}

export interface UnknownBlock {
  type: string & { readonly unknown?: never };
  [key: string]: unknown;
}

export type Content = string | Block[];

// Lists of blocks inside a tool's result are not checked by anybody: what stands in them may be no object at all.
export const isText = (block: Block): block is TextBlock =>
  block?.type === 'text' && typeof (block as TextBlock).text === 'string';

export const isThinking = (block: Block): block is ThinkingBlock =>
  block?.type === 'thinking' && typeof (block as ThinkingBlock).thinking === 'string';

export const isToolUse = (block: Block): block is ToolUseBlock =>
  block?.type === 'tool_use' && typeof (block as ToolUseBlock).id === 'string';

export const isToolResult = (block: Block): block is ToolResultBlock =>
  block?.type === 'tool_result' && typeof (block as ToolResultBlock).tool_use_id === 'string';

/** String content and array content as one shape. */
export function blocksOf(content: Content | undefined): Block[] {
  if (content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** The words of a message: its text blocks, one below the other. */
export function textOf(content: Content | undefined): string {
  if (typeof content === 'string') return content;
  return blocksOf(content)
    .filter(isText)
    .map((block) => block.text)
    .join('\n');
}
