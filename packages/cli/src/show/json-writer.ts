import { jsonText } from '@unspool/session/show';
import type { Io } from '../io.js';

const FLUSH_AT = 64 * 1024;

/** Writes JSON piece by piece, because the whole may exceed the maximum length of a string. */
export class JsonWriter {
  private readonly io: Io;
  private waiting: string[] = [];
  private length = 0;
  private isFirst = true;

  constructor(io: Io) {
    this.io = io;
  }

  /** An object whose fields are written by `fields`. */
  object(fields: () => void): void {
    this.inside('{', fields, '}');
  }

  array(items: () => void): void {
    this.inside('[', items, ']');
  }

  /** The name of the next value. */
  key(name: string): void {
    this.comma();
    this.raw(`${JSON.stringify(name)}:`);
    this.isFirst = true;
  }

  value(value: unknown): void {
    this.comma();
    this.raw(jsonText(value) ?? 'null');
  }

  field(name: string, value: unknown): void {
    if (value === undefined) return;
    this.key(name);
    this.value(value);
  }

  fields(values: { [name: string]: unknown }): void {
    for (const [name, value] of Object.entries(values)) this.field(name, value);
  }

  /** A string that is written in parts. */
  text(parts: Iterable<string>): void {
    this.comma();
    this.raw('"');
    for (const part of parts) this.raw(JSON.stringify(part).slice(1, -1));
    this.raw('"');
  }

  end(): void {
    this.raw('\n');
    this.flush();
  }

  private inside(open: string, content: () => void, close: string): void {
    this.comma();
    this.raw(open);
    this.isFirst = true;
    content();
    this.raw(close);
    this.isFirst = false;
  }

  private comma(): void {
    if (!this.isFirst) this.raw(',');
    this.isFirst = false;
  }

  private raw(text: string): void {
    this.waiting.push(text);
    this.length += text.length;
    if (this.length > FLUSH_AT) this.flush();
  }

  private flush(): void {
    if (this.waiting.length > 0) this.io.out(this.waiting.join(''));
    this.waiting = [];
    this.length = 0;
  }
}
