import type { Io } from '../io.js';
import { type Colours, colours } from './colour.js';
import { widthOf } from './width.js';

const WIDTH_IN_A_PIPE = 80;
/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 120;
const NARROWEST = 20;
const FLUSH_AT = 64 * 1024;

interface Sheet {
  io: Io;
  waiting: string[];
  length: number;
  isBlank: boolean;
}

/** Collects lines to print: with a left margin, the remaining width, and colours. */
export class Page {
  readonly paint: Colours;
  readonly columns: number;
  private readonly sheet: Sheet;
  private readonly margin: string;

  static of(io: Io): Page {
    const columns = Math.max(NARROWEST, Math.min(WIDEST, io.columns ?? columnsIn(io.env) ?? WIDTH_IN_A_PIPE));
    return new Page({ io, waiting: [], length: 0, isBlank: true }, { columns, margin: '' });
  }

  private constructor(sheet: Sheet, place: { columns: number; margin: string }) {
    this.sheet = sheet;
    this.columns = place.columns;
    this.margin = place.margin;
    this.paint = colours(sheet.io.hasColour);
  }

  /** The same page with a wider margin. If there is no room left, the margin stays the same. */
  inside(margin: string): Page {
    const columns = this.columns - widthOf(margin);
    if (columns < NARROWEST) return this;
    return new Page(this.sheet, { columns, margin: this.margin + margin });
  }

  line(text: string): void {
    this.put(`${this.margin}${text}`.trimEnd());
    this.sheet.isBlank = false;
  }

  lines(texts: Iterable<string>): void {
    for (const text of texts) this.line(text);
  }

  /** A blank line, unless there is one already. */
  gap(): void {
    if (this.sheet.isBlank) return;
    this.put(this.margin.trimEnd());
    this.sheet.isBlank = true;
  }

  /** Suppresses the blank line before what follows. */
  close(): void {
    this.sheet.isBlank = true;
  }

  flush(): void {
    const { io, waiting } = this.sheet;
    if (waiting.length > 0) io.out(waiting.join(''));
    this.sheet.waiting = [];
    this.sheet.length = 0;
  }

  private put(line: string): void {
    this.sheet.waiting.push(`${line}\n`);
    this.sheet.length += line.length;
    if (this.sheet.length > FLUSH_AT) this.flush();
  }
}

/** The width from COLUMNS, for output that is not a terminal. */
function columnsIn({ COLUMNS }: Io['env']): number | undefined {
  const columns = Number(COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}
