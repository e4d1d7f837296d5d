import { isUtf8 } from 'node:buffer';
import type { SessionBuilder } from '../graph/session.js';
import { parseLine } from '../line/parse.js';
import type { ReadOptions } from '../line/read-lines.js';
import { lineLimit, longLine } from '../line/split.js';
import { IdsSeen } from './ids-seen.js';
import { canWalk } from './json-walk.js';
import { LineOutline } from './line-outline.js';
import { forEachWindow, type Window, type WindowTaker } from './windows.js';

/**
 * Gives a builder all lines of a file. What it then knows is what reading every line would have told it, but lines of
 * shapes that are known well are only walked through, which takes a third of the time; all others are parsed.
 */
export function readOutline(file: string, builder: SessionBuilder, options: ReadOptions = {}): void {
  const reader = new OutlineReader(builder, options);
  forEachWindow(file, lineLimit(options), reader);
  builder.ids = reader.ids;
}

export class OutlineReader implements WindowTaker {
  private readonly outline = new LineOutline();
  readonly ids = new IdsSeen(this.outline.texts);
  private readonly limit: number;
  private number = 0;

  constructor(
    private readonly builder: SessionBuilder,
    private readonly options: ReadOptions,
  ) {
    this.limit = lineLimit(options);
  }

  takeWindow({ bytes, end, byte }: Window): void {
    const isText = canWalk && isUtf8(bytes.subarray(0, end));
    for (let start = 0; start < end; ) start = this.takeLine({ bytes, end, byte }, start, isText);
  }

  takeLong({ byte, length }: { byte: number; length: number }): void {
    this.builder.add(longLine({ number: ++this.number, byte, length }, this.limit));
  }

  /** Gives the start of the next line. */
  private takeLine({ bytes, end: limit, byte: from }: Window, start: number, isText: boolean): number {
    const { outline } = this;
    const facts = isText ? outline.read(bytes, start, limit) : undefined;
    const isKnown = facts && !(this.options.thorough && outline.json.hasSurrogate);
    const end = isKnown ? outline.end : endOfLine(bytes, start, limit);
    const length = end - start;
    const byte = from + start;
    if (length > this.limit) {
      this.takeLong({ byte, length });
      return end;
    }
    const number = ++this.number;
    if (isKnown) {
      this.ids.addWalked(outline.json, facts.uuid);
      this.builder.addOutlined(facts, { line: number, byte, length });
    } else {
      this.ids.addBytes(bytes, start, end);
      const parsed = parseLine({ bytes, start, end, number, byte }, this.options);
      this.builder.add({ number, byte, length, bytes: bytes.subarray(start, end), ...parsed });
    }
    return end;
  }
}

function endOfLine(bytes: Buffer, start: number, limit: number): number {
  const newline = bytes.indexOf(10, start);
  return newline < 0 || newline >= limit ? limit : newline + 1;
}
