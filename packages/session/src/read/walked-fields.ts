import { decode } from './decode.js';
import type { Fields } from './fields.js';
import { KnownTexts } from './known-texts.js';
import type { JsonObject } from './line.js';
import type { ListPath, Path } from './path.js';
import { clientTimeAt, timeOf } from './time.js';
import type { Walker } from './walker.js';

const QUOTE = 34;
const OPEN_LIST = 91;
const OPEN_OBJECT = 123;
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_T = 116;
const MINUS = 45;
/** More digits may not fit a number exactly. */
const MAX_DIGITS = 15;

/** A record of the walker, read as fields: of a line, or of an item of one of its lists. */
abstract class WalkedRecord implements Fields {
  /** The offset of the record's spans, in words. */
  protected spans = 0;
  /** Whether letters of the line are written as escapes. In that case different bytes may be the same text. */
  protected hasEscapedLetters = false;

  constructor(
    protected readonly walker: Walker,
    protected readonly texts: KnownTexts,
  ) {}

  /** Returns the start of the record itself. */
  protected abstract start(): number;
  protected abstract end(): number;

  has(path: Path): boolean {
    return this.startOf(path) !== 0;
  }

  text(path: Path): string | undefined {
    const start = this.startOf(path);
    if (start === 0 || this.walker.bytes[start] !== QUOTE) return undefined;
    return this.texts.at(this.walker.bytes, start, this.endOf(path));
  }

  number(path: Path): number | undefined {
    const start = this.startOf(path);
    if (start === 0) return undefined;
    const { bytes } = this.walker;
    const end = this.endOf(path);
    let value = 0;
    if (end - start <= MAX_DIGITS) {
      let at = start;
      for (; at < end; at++) {
        const digit = (bytes[at] ?? 0) - 48;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === end) return value;
    }
    const first = bytes[start] ?? 0;
    return first === MINUS || (first >= 48 && first <= 57) ? (this.value(path) as number) : undefined;
  }

  time(path: Path): number {
    const start = this.startOf(path);
    if (start === 0) return Number.NaN;
    if (this.walker.bytes[start] !== QUOTE) return timeOf(this.value(path));
    return clientTimeAt(this.walker.bytes, start + 1, this.endOf(path) - 1) ?? timeOf(this.value(path));
  }

  is(path: Path, text: string): boolean {
    const start = this.startOf(path);
    const { bytes } = this.walker;
    if (start === 0 || bytes[start] !== QUOTE) return false;
    if (this.hasEscapedLetters) return this.text(path) === text;
    if (this.endOf(path) - start - 2 !== text.length) return false;
    for (let at = 0; at < text.length; at++) if (bytes[start + 1 + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  isTruthy(path: Path): boolean {
    const first = this.first(path);
    if (first === 0 || first === LETTER_F || first === LETTER_N) return false;
    return first === LETTER_T || Boolean(this.value(path));
  }

  isTrue(path: Path): boolean {
    return this.first(path) === LETTER_T;
  }

  isText(path: Path): boolean {
    return this.first(path) === QUOTE;
  }

  isObject(path: Path): boolean {
    return this.first(path) === OPEN_OBJECT;
  }

  isList(path: Path): boolean {
    return this.first(path) === OPEN_LIST;
  }

  length(path: Path): number | undefined {
    const start = this.startOf(path);
    if (start === 0 || this.walker.bytes[start] !== QUOTE) return undefined;
    return this.walker.textLength(start, this.endOf(path));
  }

  count(path: ListPath<unknown>): number {
    return this.walker.words[this.spans + path.at * 2 + 3] ?? 0;
  }

  abstract item(path: ListPath<unknown>, index: number): Fields;
  abstract hasObjectsOnly(path: ListPath<unknown>): boolean;

  value(path: Path): unknown {
    const start = this.startOf(path);
    return start === 0 ? undefined : JSON.parse(decode(this.walker.bytes, start, this.endOf(path)));
  }

  object(): JsonObject {
    return JSON.parse(decode(this.walker.bytes, this.start(), this.end())) as JsonObject;
  }

  /** Returns 0 if there is no such member: no value is that near the start. */
  protected startOf(path: Path): number {
    return this.walker.words[this.spans + path.at * 2] ?? 0;
  }

  protected endOf(path: Path): number {
    return this.walker.words[this.spans + path.at * 2 + 1] ?? 0;
  }

  /** Returns the first byte of a value; 0 if there is none. */
  private first(path: Path): number {
    const start = this.startOf(path);
    return start === 0 ? 0 : (this.walker.bytes[start] ?? 0);
  }
}

/** A line that the walker read with certainty. */
export class WalkedFields extends WalkedRecord {
  private record = 0;
  private readonly items: WalkedItem;

  constructor(walker: Walker) {
    const texts = new KnownTexts();
    super(walker, texts);
    this.items = new WalkedItem(walker, texts);
  }

  /** Switches to another line. `record` is one of the walker's records. */
  use(record: number): void {
    const { walker } = this;
    this.record = record;
    this.spans = record + walker.lineHeader;
    this.hasEscapedLetters = ((walker.words[record + walker.escapesAt] ?? 0) & walker.letterEscape) !== 0;
  }

  item(path: ListPath<unknown>, index: number): Fields {
    this.items.use(this.walker.itemAt(path.at, this.firstItem(path) + index), this.hasEscapedLetters);
    return this.items;
  }

  hasObjectsOnly(path: ListPath<unknown>): boolean {
    if (!this.isList(path)) return false;
    const { walker } = this;
    const first = this.firstItem(path);
    for (let index = this.count(path) - 1; index >= 0; index--) {
      if (walker.bytes[walker.words[walker.itemAt(path.at, first + index)] ?? 0] !== OPEN_OBJECT) return false;
    }
    return true;
  }

  protected start(): number {
    return this.walker.words[this.record + this.walker.startAt] ?? 0;
  }

  protected end(): number {
    return this.walker.words[this.record + this.walker.endAt] ?? 0;
  }

  private firstItem(path: ListPath<unknown>): number {
    return this.walker.words[this.spans + path.at * 2 + 2] ?? 0;
  }
}

class WalkedItem extends WalkedRecord {
  private record = 0;

  use(record: number, hasEscapedLetters: boolean): void {
    this.record = record;
    this.spans = record + this.walker.itemHeader;
    this.hasEscapedLetters = hasEscapedLetters;
  }

  item(): Fields {
    throw new Error('Items of items are not walked.');
  }

  hasObjectsOnly(): boolean {
    throw new Error('Items of items are not walked.');
  }

  protected start(): number {
    return this.walker.words[this.record] ?? 0;
  }

  protected end(): number {
    return this.walker.words[this.record + 1] ?? 0;
  }
}
