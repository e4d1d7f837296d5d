import { type Block, blocksOf, isText, isToolResult, isToolUse, type ToolResultBlock } from '../format/block.js';
import { isObject } from '../read/json.js';

/** Returns roughly how many characters a block costs, without writing it out. */
export function sizeOfBlock(block: Block): number {
  if (isText(block)) return block.text.length;
  if (isToolUse(block)) return JSON.stringify(block.input ?? null).length;
  if (isToolResult(block)) return sizeOfContent(block.content);
  if (!isObject(block)) return String(block).length;
  const { thinking, data, source } = block as { thinking?: unknown; data?: unknown; source?: unknown };
  if (typeof thinking === 'string') return thinking.length;
  if (typeof data === 'string') return data.length;
  if (isObject(source) && typeof source['data'] === 'string') return source['data'].length;
  return JSON.stringify(block).length;
}

function sizeOfContent(content: ToolResultBlock['content']): number {
  if (content === undefined) return 0;
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content)) return JSON.stringify(content).length;
  return content.reduce((sum, block) => sum + sizeOfBlock(block), 0);
}

/** Returns the block itself if there is nothing to shorten. */
export function withShortResult(block: ToolResultBlock, limit: number | undefined): ToolResultBlock {
  if (limit === undefined) return block;
  if (isObject(block.content)) return withShortResult({ ...block, content: JSON.stringify(block.content) }, limit);
  const { content } = block;
  if (typeof content !== 'string' && !Array.isArray(content)) return block;
  const parts = blocksOf(content);
  const size = parts.filter(isText).reduce((sum, part) => sum + part.text.length, 0);
  if (!isWorthCutting(size, limit)) return block;
  const text = parts
    .filter(isText)
    .map((part) => part.text)
    .join('\n');
  const others = parts.filter((part) => !isText(part));
  const short = shortText(text, { limit, size });
  return { ...block, content: others.length > 0 ? [{ type: 'text', text: short }, ...others] : short };
}

/** A note longer than the text it replaces would not save anything. */
const MARK_LENGTH = 40;

export function isWorthCutting(size: number, limit: number): boolean {
  return size > limit + MARK_LENGTH;
}

/** Returns the first characters of a text, and a note of how many were removed. */
function shortText(text: string, { limit, size }: { limit: number; size: number }): string {
  return `${cutAt(text, limit)}${limit > 0 ? '\n' : ''}[${size - limit} characters removed]`;
}

/** Returns the first characters of a text. Never cuts a surrogate pair: half a character cannot be sent. */
export function cutAt(text: string, limit: number): string {
  const code = text.charCodeAt(limit - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit);
}

/** Replaces pictures with a note. Returns the block itself if it has none. */
export function withoutImages(block: Block, largerThan: number): Block {
  if (block?.type === 'image' || block?.type === 'document') {
    return sizeOfBlock(block) > largerThan ? note(block) : block;
  }
  if (!isToolResult(block) || !Array.isArray(block.content)) return block;
  const content = block.content.map((part) => withoutImages(part, largerThan));
  return content.every((part, at) => part === (block.content as Block[])[at]) ? block : { ...block, content };
}

function note(block: Block): Block {
  const { source } = block as { source?: unknown };
  const media = isObject(source) && typeof source['media_type'] === 'string' ? `, ${source['media_type']}` : '';
  return { type: 'text', text: `[${block.type} removed${media}]` };
}
