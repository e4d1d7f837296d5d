import { totalTokens } from '@unspool/session';
import type { Prices } from './prices.js';
import { addUsage, newSum, type Sum } from './sum.js';
import type { Usage } from './usage.js';

const HOUR = 3_600_000;
export const BLOCK = 5 * HOUR;
/** The end of a later block would not be a valid time. NaN is not in any block either. */
const FARTHEST = 8.64e15 - BLOCK;

/** A window of five hours as in subscription plans, from the full hour of its first reply. */
export interface Block {
  start: number;
  end: number;
  firstReply: number;
  lastReply: number;
  sum: Sum;
  isActive: boolean;
  /** Tokens per minute between the first and the last reply. */
  burnRate: number;
  /** For an active block: its tokens if it continues at this rate to its end. */
  projectedTokens: number | undefined;
}

export function blocksOf(usages: Iterable<Usage>, prices: Prices, now: number): Block[] {
  const timed = [...usages].filter((usage) => Math.abs(usage.time) <= FARTHEST).sort((a, b) => a.time - b.time);
  const blocks: Block[] = [];
  for (const usage of timed) {
    let block = blocks.at(-1);
    if (!block || usage.time >= block.end || usage.time - block.lastReply >= BLOCK) {
      block = newBlock(usage.time);
      blocks.push(block);
    }
    addUsage(block.sum, usage, prices);
    block.lastReply = usage.time;
  }
  for (const block of blocks) finish(block, now);
  return blocks;
}

function newBlock(time: number): Block {
  const start = Math.floor(time / HOUR) * HOUR;
  return {
    start,
    end: start + BLOCK,
    firstReply: time,
    lastReply: time,
    sum: newSum(),
    isActive: false,
    burnRate: 0,
    projectedTokens: undefined,
  };
}

function finish(block: Block, now: number): void {
  const tokens = totalTokens(block.sum.tokens);
  block.isActive = now >= block.start && now < block.end;
  block.burnRate = tokens / Math.max(1, (block.lastReply - block.firstReply) / 60_000);
  if (block.isActive) {
    const left = Math.max(0, (block.end - Math.max(now, block.lastReply)) / 60_000);
    block.projectedTokens = Math.round(tokens + block.burnRate * left);
  }
}
