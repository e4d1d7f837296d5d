import type { Block, Content, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock } from './schema.js';

export type { Block, Content, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock } from './schema.js';

// A list inside a tool's result is not checked and may contain values that are not objects: hence the `?.`.

/** Whether a block is text. */
export const isText = (block: Block): block is TextBlock =>
  block?.type === 'text' && typeof (block as TextBlock).text === 'string';

/** Whether a block is the model's thinking. */
export const isThinking = (block: Block): block is ThinkingBlock =>
  block?.type === 'thinking' && typeof (block as ThinkingBlock).thinking === 'string';

/** Whether a block is a tool call. */
export const isToolUse = (block: Block): block is ToolUseBlock =>
  block?.type === 'tool_use' && typeof (block as ToolUseBlock).id === 'string';

/** Whether a block is the result of a tool call. */
export const isToolResult = (block: Block): block is ToolResultBlock =>
  block?.type === 'tool_result' && typeof (block as ToolResultBlock).tool_use_id === 'string';

/** Returns the blocks of a message. A plain string becomes one text block. */
export function blocksOf(content: Content | undefined): Block[] {
  if (content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Returns the text of a message: its text blocks, joined by newlines. */
export function textOf(content: Content | undefined): string {
  if (typeof content === 'string') return content;
  return blocksOf(content)
    .filter(isText)
    .map((block) => block.text)
    .join('\n');
}
