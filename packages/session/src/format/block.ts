import type { Block, Content, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock } from './schema.js';

export type { Block, Content, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock } from './schema.js';

// Lists of blocks inside a tool's result are not checked: what is in them may be no object at all.
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
