import { isObject } from './json.js';
import type { JsonObject } from './line.js';
import type { ListPath, Path } from './path.js';
import { timeOf } from './time.js';

/**
 * One entry, for all code that interprets lines. A walked line is read from spans of its bytes, a parsed one from its
 * object; both give the same values. Valid until the next line is read, unless it was parsed.
 */
export interface Fields {
  has(path: Path): boolean;
  /** Undefined if the value is not a string. */
  text(path: Path): string | undefined;
  /** Undefined if the value is not a number. */
  number(path: Path): number | undefined;
  /**
   * Milliseconds of a time written as a string; NaN for everything else. Like the client, accepts any date that
   * JavaScript can parse.
   */
  time(path: Path): number;
  /** Whether the value is exactly this string. */
  is(path: Path, text: string): boolean;
  /** Whether JavaScript considers the value truthy. */
  isTruthy(path: Path): boolean;
  isTrue(path: Path): boolean;
  isText(path: Path): boolean;
  isObject(path: Path): boolean;
  isList(path: Path): boolean;
  /** UTF-16 units of a string; undefined if the value is not a string. */
  length(path: Path): number | undefined;
  /** The number of items in a list; 0 if the value is not a list. */
  count(path: ListPath<unknown>): number;
  /** An item of a list, without members if the item is not an object. Valid until another item is requested. */
  item(path: ListPath<unknown>, index: number): Fields;
  /** Whether a list contains only objects. */
  hasObjectsOnly(path: ListPath<unknown>): boolean;
  /** The parsed JSON value. */
  value(path: Path): unknown;
  /** The whole entry as an object. */
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
