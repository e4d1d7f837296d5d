import { isUtf8 } from 'node:buffer';
import type { SessionBuilder } from '../graph/session.js';
import type { Line } from '../line/line.js';
import { parseLine } from '../line/parse.js';
import type { ReadOptions } from '../line/read-lines.js';
import { lineLimit, longLine } from '../line/split.js';
import { IdsSeen } from './ids-seen.js';
import { LineOutline } from './line-outline.js';
import { digestAt, type OutlineKernel, recordAt, SURROGATES, withKernel } from './outline-kernel.js';
import { forEachWindow, type LongLine, type Window } from './windows.js';

/**
 * Gives a builder all lines of a file. What it then knows is what reading every line would have told it, but lines of
 * shapes that are known well are only walked through, which takes a tenth of the time; all others are parsed.
 */
export function readOutline(file: string, builder: SessionBuilder, options: ReadOptions = {}): void {
  withKernel((kernel) => {
    const reader = new OutlineReader(builder, options);
    const taker = {
      takeWindow: (window: Window) => reader.takeLines(kernel, window),
      takeLong: (line: LongLine) => reader.takeLong(line),
    };
    forEachWindow(file, lineLimit(options), taker, kernel);
  });
}

/** What is wanted beside the nodes. */
export interface OutlineParts {
  ids: 'gathered' | 'not wanted';
  /** Told of lines that had to be parsed, for who will ask for them again. */
  takeParsed?: (line: Pick<Line, 'byte' | 'length' | 'objects'>) => void;
  /** Told where the words of replies and results stand. */
  raw?: RawTaker;
}

/** What a kernel says of lines that can be copied, and which node each of them is. */
export interface RawTaker {
  /** Takes what stands in a kernel's memory now; gives where it can be found from now on. */
  append(told: Uint32Array): number;
  note(index: number, place: number): void;
}

export class OutlineReader {
  private readonly outline = new LineOutline();
  readonly ids = new IdsSeen();
  private readonly isGathering: boolean;
  private readonly limit: number;
  private readonly takeParsed: OutlineParts['takeParsed'];
  private readonly raw: OutlineParts['raw'];
  private rawAt = 0;
  private number = 0;

  constructor(
    private readonly builder: SessionBuilder,
    private readonly options: ReadOptions,
    { ids, takeParsed, raw }: OutlineParts = { ids: 'gathered' },
  ) {
    this.takeParsed = takeParsed;
    this.raw = raw;
    this.isGathering = ids === 'gathered';
    this.limit = lineLimit(options);
  }

  /** A line above the limit, which is not read. */
  takeLong({ byte, length }: LongLine): void {
    this.builder.add(longLine({ number: ++this.number, byte, length }, this.limit));
  }

  /** Lines that stand at the start of a kernel's memory. */
  takeLines(kernel: OutlineKernel, { end, byte }: Pick<Window, 'end' | 'byte'>): void {
    const isText = isUtf8(kernel.bytes.subarray(0, end));
    kernel.askRaw(this.raw ? 'wanted' : 'not wanted');
    for (let from = 0; from < end; ) {
      from = kernel.outline(from, end);
      for (let index = 0; index < kernel.records; ) {
        const next = isText ? kernel.digest(index, byte) : kernel.records;
        if (this.raw && isText) this.rawAt = this.raw.append(kernel.rawLines());
        for (; index < next; index++) this.takeLine(kernel, index, byte, isText);
      }
    }
  }

  private takeLine(kernel: OutlineKernel, index: number, from: number, isText: boolean): void {
    const { words } = kernel;
    const record = recordAt(index);
    const start = words[record + 1] ?? 0;
    const end = words[record + 2] ?? 0;
    const length = end - start;
    const byte = from + start;
    if (length > this.limit) {
      this.takeLong({ byte, length });
      return;
    }
    const isWalked = isText && words[record] === 1 && !(this.options.thorough && hasSurrogates(words[record + 3]));
    const facts = isWalked ? this.outline.facts(kernel, index) : undefined;
    const number = ++this.number;
    if (facts) {
      if (this.isGathering) this.ids.addWalked(kernel, record);
      const raw = this.raw ? (words[digestAt(index) + RAW] ?? 0) : 0;
      if (raw > 0) this.raw?.note(this.builder.nodes.length, this.rawAt + raw - 1);
      this.builder.addOutlined(facts, { line: number, byte, length });
    } else {
      const { bytes } = kernel;
      if (this.isGathering) this.ids.addBytes(bytes, start, end);
      const parsed = parseLine({ bytes, start, end, number, byte }, this.options);
      this.takeParsed?.({ byte, length, objects: parsed.objects });
      this.builder.add({ number, byte, length, bytes: bytes.subarray(start, end), ...parsed });
    }
  }
}

/** Where in a digest it says what is told of the line's words, plus 1. */
const RAW = 31;

function hasSurrogates(escapes = 0): boolean {
  return (escapes & SURROGATES) !== 0;
}
