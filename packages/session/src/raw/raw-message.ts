import type { Entry } from '../entry/entry.js';
import type { Node } from '../graph/node.js';
import { decode } from '../line/decode.js';
import type { JsonObject } from '../line/line.js';
import type { RawLines } from './raw-lines.js';

/** A JSON value as it stands in a file, written as `JSON.stringify` would write it. */
export class RawValue {
  /** For who tells it apart from JSON that is a string. */
  declare readonly json: undefined;

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

/**
 * The blocks of a reply's or a result's line, not read but pointed at. Undefined where one of them is of a kind that is not
 * known, or not written in the one way that can be copied: then the line has to be read.
 */
export function rawMessage(bytes: Buffer, lines: RawLines, node: Node): RawMessage | undefined {
  const place = lines.placeOf(node);
  if (place === undefined) return undefined;
  const at = lines.blocksAt(place, node);
  const count = node.reply?.blocks ?? node.user?.blocks ?? 0;
  const blocks: RawBlock[] = [];
  const known = { use: 0, result: 0 };
  for (let block = 0; block < count; block++) {
    const kind = KINDS[lines.kind(at, block)];
    const named = kind && namedOf(node, kind, known);
    if (!named) return undefined;
    const start = lines.start(at, block);
    const value = start === 0 ? undefined : new RawValue(bytes, start, lines.end(at, block));
    blocks.push({ kind, id: named.id, name: named.name, value });
  }
  return { blocks, entry: () => lineWithout(bytes, node, [lines.contentStart(place), lines.contentEnd(place)]) };
}

interface Named {
  id: string;
  name: string;
}

const NAMELESS: Named = { id: '', name: '' };

/** The node knows its calls and results, in the same order; undefined for one that is of the other side. */
function namedOf({ reply, user }: Node, kind: RawKind, known: { use: number; result: number }): Named | undefined {
  if (kind === 'tool_use') return reply?.uses[known.use++];
  if (kind !== 'tool_result') return NAMELESS;
  const id = user?.results[known.result++]?.tool_use_id;
  return id === undefined ? undefined : { id, name: '' };
}

/** Of a short string, quotes included; undefined when there is none. */
export function textIn(bytes: Buffer, start: number, end: number): string | undefined {
  if (start === 0 || bytes[start] !== QUOTE) return undefined;
  const text = bytes.toString('latin1', start + 1, end - 1);
  return PLAIN.test(text) ? text : (JSON.parse(decode(bytes, start, end)) as string);
}

/** As ids and names are. */
const PLAIN = /^[\w.-]*$/;

function lineWithout(bytes: Buffer, { place }: Node, [from, to]: [from: number, to: number]): Entry {
  const { byte, length } = place;
  const json = `${decode(bytes, byte, from)}[]${decode(bytes, to, byte + length)}`;
  return JSON.parse(json) as JsonObject as Entry;
}
