import { type Block, blocksOf, isToolUse } from '../format/block.js';
import type { AssistantEntry } from '../format/schema.js';
import type { Tokens } from './token-counts.js';
import { laterUsage, tokensOf } from './tokens.js';

/** One reply of the model, assembled from its lines. */
export interface ReplyMessage {
  id: string | undefined;
  model: string | undefined;
  content: Block[];
  stop_reason: string | undefined;
  tokens: Tokens | undefined;
  /** Written by the client, not by a model. */
  isSynthetic: boolean;
  isApiError: boolean;
}

/**
 * Assembles the lines of one reply, in file order. Writers either add one block per line, or repeat and extend earlier
 * blocks. Both give the same reply, and a repeated line changes nothing.
 */
export function mergeReply(lines: readonly AssistantEntry[]): ReplyMessage {
  const content = new ReplyContent();
  let stopReason: string | undefined;
  let tokens: Tokens | undefined;
  for (const { message } of lines) {
    content.add(blocksOf(message.content));
    stopReason = message.stop_reason ?? stopReason;
    if (message.usage) tokens = laterUsage(tokens, tokensOf(message.usage));
  }
  const last = lines.at(-1);
  return {
    id: last?.message.id,
    model: last?.message.model,
    content: content.blocks,
    stop_reason: stopReason,
    tokens,
    isSynthetic: last?.message.model === SYNTHETIC,
    isApiError: lines.some((line) => line.isApiErrorMessage === true),
  };
}

export const SYNTHETIC = '<synthetic>';

/** The blocks of a reply, line by line. A reply can have tens of thousands of calls, each on a line of its own. */
class ReplyContent {
  blocks: Block[] = [];
  private calls = new Set<string>();
  private others: Block[] = [];

  add(blocks: Block[]): void {
    const isWhole =
      blocks.length >= this.blocks.length && this.blocks.every((block, at) => isGrownFrom(block, blocks[at]));
    if (isWhole) {
      this.blocks = [];
      this.calls.clear();
      this.others = [];
    }
    for (const block of isWhole ? blocks : blocks.filter((each) => !this.has(each))) this.push(block);
  }

  private has(block: Block): boolean {
    if (isToolUse(block)) return this.calls.has(block.id);
    return this.others.some((other) => isSame(other, block));
  }

  private push(block: Block): void {
    this.blocks.push(block);
    if (isToolUse(block)) this.calls.add(block.id);
    else this.others.push(block);
  }
}

/** Whether it is the same block, or one whose text continues the earlier one. */
function isGrownFrom(earlier: Block, later: Block | undefined): boolean {
  if (later === undefined || earlier.type !== later.type) return false;
  if (earlier.type === 'text') return startsWith(later, earlier, 'text');
  if (earlier.type === 'thinking') return startsWith(later, earlier, 'thinking');
  return isSame(earlier, later);
}

function startsWith(later: Block, earlier: Block, key: 'text' | 'thinking'): boolean {
  const long = (later as { [key: string]: unknown })[key];
  const short = (earlier as { [key: string]: unknown })[key];
  return typeof long === 'string' && typeof short === 'string' && short !== '' && long.startsWith(short);
}

function isSame(a: Block, b: Block): boolean {
  if (isToolUse(a) && isToolUse(b)) return a.id === b.id;
  // Most neighbours differ in kind, which avoids the cost of comparing them as JSON.
  if (a?.type !== b?.type) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
