import type { WrittenLine } from './blame.js';
import type { Writer } from './find-writers.js';
import { hashOfLine } from './line-hash.js';

/** Adjacent lines that one call wrote. */
export interface Block {
  from: number;
  to: number;
  writer: Writer | undefined;
  /** All lines are too short to identify: braces, empty lines. */
  isTooShort: boolean;
}

/** Short lines between two lines of one call are attributed to that call. */
export function blocksOf(lines: readonly WrittenLine[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const next: Block = {
      from: line.number,
      to: line.number,
      writer: line.writer,
      isTooShort: hashOfLine(line.text) === undefined,
    };
    const last = blocks.at(-1);
    const between = blocks.at(-2);
    if (last && isSame(last, next)) last.to = next.to;
    else if (last?.isTooShort && between?.writer && isSame(between, next)) {
      blocks.pop();
      between.to = next.to;
    } else blocks.push(next);
  }
  return blocks;
}

function isSame(a: Block, b: Block): boolean {
  return a.writer?.id === b.writer?.id && a.isTooShort === b.isTooShort;
}
