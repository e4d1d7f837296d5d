import { widthOf } from './width.js';

export type Paint = (text: string) => string;

/** A piece of text with one style. Painted line by line, so that a colour cannot run into a neighbouring column. */
export interface Span {
  text: string;
  paint?: Paint | undefined;
}

const NARROWEST = 10;
const TAB = '    ';

/** Wraps text to at most this many columns, keeping its indentation. */
export function wrap(text: string, columns: number, paint?: Paint): string[] {
  return wrapSpans([{ text, paint }], columns);
}

/** The same for text with several styles. Linear in its length, however long its words and lines are. */
export function wrapSpans(spans: readonly Span[], columns: number): string[] {
  const wrapper = new Wrapper(Math.max(NARROWEST, columns));
  for (const { text, paint } of spans) {
    for (const part of text.replace(/\t/g, TAB).match(/\n| +|[^ \n]+/g) ?? []) {
      if (part === '\n') wrapper.newLine();
      else if (part.startsWith(' ')) wrapper.space({ text: part, paint });
      else wrapper.piece({ text: part, paint });
    }
  }
  return wrapper.finish();
}

class Wrapper {
  private readonly columns: number;
  private readonly lines: string[] = [];
  private line: Span[] = [];
  private width = 0;
  private gap: Span[] = [];
  private word: Span[] = [];

  constructor(columns: number) {
    this.columns = columns;
  }

  piece(span: Span): void {
    this.word.push(span);
  }

  space(span: Span): void {
    this.endWord();
    this.gap.push(span);
  }

  newLine(): void {
    this.endWord();
    this.gap = [];
    this.endLine();
  }

  finish(): string[] {
    this.newLine();
    return this.lines;
  }

  /** Space before a word that moves to the next line is dropped; at the start of a text it is indentation. */
  private endWord(): void {
    if (this.word.length === 0) return;
    const wordWidth = this.widthOfAll(this.word);
    const gapWidth = this.widthOfAll(this.gap);
    if (this.width > 0 && this.width + gapWidth + wordWidth > this.columns) this.endLine();
    else if (gapWidth < this.columns) for (const span of this.gap) this.add(span, this.widthOf(span.text));
    this.gap = [];
    for (const span of this.word) this.addBroken(span);
    this.word = [];
  }

  private addBroken(span: Span): void {
    const width = this.widthOf(span.text);
    if (this.width + width <= this.columns) {
      this.add(span, width);
      return;
    }
    for (const character of this.partsOf(span.text)) {
      const own = widthOf(character);
      if (this.width + own > this.columns) this.endLine();
      this.add({ text: character, paint: span.paint }, own);
    }
  }

  /** Characters of plain text are all one column wide, so it can be cut by length. */
  private *partsOf(text: string): Generator<string> {
    if (!/^[ -~]*$/.test(text)) {
      for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
      return;
    }
    const first = this.columns - this.width;
    if (first > 0) yield text.slice(0, first);
    for (let at = Math.max(0, first); at < text.length; at += this.columns) yield text.slice(at, at + this.columns);
  }

  private add(span: Span, width: number): void {
    const last = this.line.at(-1);
    if (last && last.paint === span.paint) last.text += span.text;
    else this.line.push({ ...span });
    this.width += width;
  }

  private widthOfAll(spans: readonly Span[]): number {
    return spans.reduce((sum, span) => sum + this.widthOf(span.text), 0);
  }

  /** With unlimited columns, widths do not matter; measuring them would take longer than most commands. */
  private widthOf(text: string): number {
    return this.columns === Number.POSITIVE_INFINITY ? text.length : widthOf(text);
  }

  private endLine(): void {
    this.lines.push(this.line.map(({ text, paint }) => (paint ? paint(text) : text)).join(''));
    this.line = [];
    this.width = 0;
  }
}
