import type { Block, ToolResultBlock, ToolUseBlock } from '../format/block.js';

// The client compares ids unchanged, even if they are not strings. So these guards only check the type.

export const isCall = (block: Block): block is ToolUseBlock => block.type === 'tool_use';

export const isAnswer = (block: Block): block is ToolResultBlock => block.type === 'tool_result';

/** Thinking, redacted or not. */
export const isThought = (block: Block): boolean => block.type === 'thinking' || block.type === 'redacted_thinking';
