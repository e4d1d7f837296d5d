import type { Tokens } from '../message/tokens.js';
import type { LineKernel } from './line-kernel.js';
import { Field } from './line-memory.js';

/** Replies that were added up. */
export interface FoldedUsage extends Tokens {
  /** As in the columns of a table. */
  facts: number;
  isOver: boolean;
  isAgent: boolean;
  /** Of the first of them. */
  time: number;
  replies: number;
  webSearches: number;
}

/** How long a record is; see assembly/fold-usages.ts. */
const FOLDED = 72;
/** Room for some at least. */
const ROOM = 8192;

/** The replies in a kernel's table, as UsageTable.fold() has them. They are left where regions are read. */
export function foldUsages(
  kernel: LineKernel,
  thresholds: readonly number[],
  take: (usage: Readonly<FoldedUsage>) => void,
): void {
  while (kernel.bytes.length < thresholds.length * 8 + ROOM) kernel.grow();
  const start = 8 * Math.ceil(kernel.bytes.byteOffset / 8);
  kernel.counts.set(thresholds, start >> 3);
  const at = start + thresholds.length * 8;
  const end = kernel.bytes.byteOffset + kernel.bytes.length;
  const usage = newFolded();
  for (let row = 0; row < kernel.header(Field.usages); ) {
    row = kernel.code.foldUsages(row, start, at, end);
    const count = kernel.header(Field.folded);
    for (let record = 0; record < count; record++) take(read(kernel, at + record * FOLDED, usage));
  }
}

function newFolded(): FoldedUsage {
  const counters = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 };
  return { facts: 0, isOver: false, isAgent: false, time: Number.NaN, replies: 0, ...counters };
}

function read({ words: numbers, counts }: LineKernel, at: number, usage: FoldedUsage): FoldedUsage {
  const kind = numbers[(at >> 2) + 1] ?? 0;
  const first = (at >> 3) + 1;
  usage.facts = numbers[at >> 2] ?? 0;
  usage.isOver = (kind & 1) !== 0;
  usage.isAgent = (kind & 2) !== 0;
  usage.time = counts[first] ?? Number.NaN;
  usage.replies = counts[first + 1] ?? 0;
  usage.input = counts[first + 2] ?? 0;
  usage.output = counts[first + 3] ?? 0;
  usage.cacheRead = counts[first + 4] ?? 0;
  usage.cacheWrite5m = counts[first + 5] ?? 0;
  usage.cacheWrite1h = counts[first + 6] ?? 0;
  usage.webSearches = counts[first + 7] ?? 0;
  return usage;
}
