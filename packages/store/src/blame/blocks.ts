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

export function blocksOf(lines: readonly WrittenLine[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const next: Block = {
      from: line.number,
      to: line.number,
      writer: line.writer,
      isTooShort: !line.writer && hashOfLine(line.text) === undefined,
    };
    const last = blocks.at(-1);
    if (last && isSame(last, next)) last.to = next.to;
    else blocks.push(next);
  }
  return blocks;
}

function isSame(a: Block, b: Block): boolean {
  return a.writer?.id === b.writer?.id && a.isTooShort === b.isTooShort;
}
