import type { Block, ToolResultBlock, ToolUseBlock } from '../format/block.js';

// What stands there as an id is compared as it stands, be it a text or not.

export const isCall = (block: Block): block is ToolUseBlock => block.type === 'tool_use';

export const isAnswer = (block: Block): block is ToolResultBlock => block.type === 'tool_result';
