import { isObject } from './json.js';
import type { JsonObject } from './line.js';
import type { ListPath, Path } from './path.js';
import { timeOf } from './time.js';

/**
 * One entry as everything that says what a line means reads it. A walked line answers from the spans of its bytes, a
 * parsed one from its object; both answer the same. Valid until the next line is read, unless it was parsed.
 */
export interface Fields {
  has(path: Path): boolean;
  /** Undefined when the value is no string. */
  text(path: Path): string | undefined;
  /** Undefined when the value is no number. */
  number(path: Path): number | undefined;
  /** Milliseconds of a time written as a string; NaN for everything else. Any date that JavaScript reads counts, as for the client. */
  time(path: Path): number;
  /** Whether the value is just this string. */
  is(path: Path, text: string): boolean;
  /** Whether JavaScript takes the value for true. */
  isTruthy(path: Path): boolean;
  isTrue(path: Path): boolean;
  isText(path: Path): boolean;
  isObject(path: Path): boolean;
  isList(path: Path): boolean;
  /** UTF-16 units of a string; undefined when the value is none. */
  length(path: Path): number | undefined;
  /** How many items a list has; 0 when the value is none. */
  count(path: ListPath<unknown>): number;
  /** An item of a list: without any member when the item is no object. Valid until another item is asked for. */
  item(path: ListPath<unknown>, index: number): Fields;
  /** Whether a list has objects only. */
  hasObjectsOnly(path: ListPath<unknown>): boolean;
  /** The value as JSON means it. */
  value(path: Path): unknown;
  /** All of the entry. */
  object(): JsonObject;
}

/** An entry that was parsed. */
export class ParsedFields implements Fields {
  constructor(private readonly whole: JsonObject) {}

  has(path: Path): boolean {
    return this.value(path) !== undefined;
  }

  text(path: Path): string | undefined {
    const value = this.value(path);
    return typeof value === 'string' ? value : undefined;
  }

  number(path: Path): number | undefined {
    const value = this.value(path);
    return typeof value === 'number' ? value : undefined;
  }

  time(path: Path): number {
    return timeOf(this.value(path));
  }

  is(path: Path, text: string): boolean {
    return this.value(path) === text;
  }

  isTruthy(path: Path): boolean {
    return Boolean(this.value(path));
  }

  isTrue(path: Path): boolean {
    return this.value(path) === true;
  }

  isText(path: Path): boolean {
    return typeof this.value(path) === 'string';
  }

  isObject(path: Path): boolean {
    return isObject(this.value(path));
  }

  isList(path: Path): boolean {
    return Array.isArray(this.value(path));
  }

  length(path: Path): number | undefined {
    return this.text(path)?.length;
  }

  count(path: ListPath<unknown>): number {
    const list = this.value(path);
    return Array.isArray(list) ? list.length : 0;
  }

  item(path: ListPath<unknown>, index: number): Fields {
    const list = this.value(path);
    const item: unknown = Array.isArray(list) ? list[index] : undefined;
    return isObject(item) ? new ParsedFields(item) : NOTHING;
  }

  hasObjectsOnly(path: ListPath<unknown>): boolean {
    const list = this.value(path);
    return Array.isArray(list) && list.every(isObject);
  }

  value({ keys }: Path): unknown {
    let value: unknown = this.whole;
    for (const key of keys) {
      if (!isObject(value)) return undefined;
      value = value[key];
    }
    return value;
  }

  object(): JsonObject {
    return this.whole;
  }
}

const NOTHING: Fields = new ParsedFields({});
