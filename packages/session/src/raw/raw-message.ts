import type { Entry } from '../entry/entry.js';
import { decode } from '../line/decode.js';
import type { JsonObject } from '../line/line.js';
import { RawKernel } from './raw-kernel.js';

/** A JSON value as it stands in a file, written as `JSON.stringify` would write it. */
export class RawValue {
  constructor(
    readonly bytes: Buffer,
    readonly start: number,
    readonly end: number,
  ) {}

  get length(): number {
    return this.end - this.start;
  }

  get isString(): boolean {
    return this.bytes[this.start] === QUOTE;
  }

  parse(): unknown {
    return JSON.parse(decode(this.bytes, this.start, this.end));
  }
}

const QUOTE = 34;

/** `redacted_thinking` holds nothing that can be read. */
export type RawKind = 'text' | 'thinking' | 'tool_use' | 'tool_result' | 'redacted_thinking';

const KINDS: readonly (RawKind | undefined)[] = [
  undefined,
  'text',
  'thinking',
  'tool_use',
  'tool_result',
  'redacted_thinking',
];

export interface RawBlock {
  kind: RawKind;
  /** Of a call, or the one that a result answers. */
  id: string;
  /** Of the tool that is called. */
  name: string;
  /** Text, thoughts, a call's input, a result's content. */
  value: RawValue | undefined;
}

/** What a line says, as bytes. */
export interface RawMessage {
  blocks: RawBlock[];
  /** The line without what it says: its content is empty. */
  entry(): Entry;
}

const ID = 0;
const NAME = 1;
const WORDS = 2;

let idle: RawKernel | undefined;

/**
 * The blocks of a line's message, not read but pointed at. Undefined where one of them is of a kind that is not known, or
 * not written in the one way that can be copied: then the line has to be read. `bytes` must be UTF-8.
 */
export function rawMessage(bytes: Buffer, start: number, end: number): RawMessage | undefined {
  const kernel = lentKernel();
  const count = kernel.read(bytes, start, end);
  if (count === undefined) return undefined;
  const blocks: RawBlock[] = [];
  for (let at = 0; at < count; at++) {
    const kind = KINDS[kernel.kind(at)];
    if (kind === undefined) return undefined;
    const from = kernel.start(at, WORDS);
    const value = from === 0 ? undefined : new RawValue(bytes, from, kernel.end(at, WORDS));
    const id = textIn(bytes, kernel.start(at, ID), kernel.end(at, ID)) ?? '';
    const name = textIn(bytes, kernel.start(at, NAME), kernel.end(at, NAME)) ?? '';
    blocks.push({ kind, id, name, value });
  }
  const { contentStart, contentEnd } = kernel;
  return { blocks, entry: () => lineWithout(bytes, { start, contentStart, contentEnd, end }) };
}

export function lentKernel(): RawKernel {
  idle ??= new RawKernel();
  const kernel = idle;
  if (!kernel.isKept()) idle = undefined;
  return kernel;
}

/** Of a short string, quotes included; undefined when there is none. */
export function textIn(bytes: Buffer, start: number, end: number): string | undefined {
  if (start === 0 || bytes[start] !== QUOTE) return undefined;
  const text = bytes.toString('latin1', start + 1, end - 1);
  return PLAIN.test(text) ? text : (JSON.parse(decode(bytes, start, end)) as string);
}

/** As ids and names of tools are. */
const PLAIN = /^[\w.-]*$/;

interface Cut {
  start: number;
  contentStart: number;
  contentEnd: number;
  end: number;
}

function lineWithout(bytes: Buffer, { start, contentStart, contentEnd, end }: Cut): Entry {
  const json = `${decode(bytes, start, contentStart)}[]${decode(bytes, contentEnd, end)}`;
  return JSON.parse(json) as JsonObject as Entry;
}
