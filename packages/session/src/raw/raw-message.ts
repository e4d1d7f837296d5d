import type { Entry } from '../format/entry.js';
import type { Node } from '../graph/node.js';
import { decode } from '../line/decode.js';
import type { JsonObject } from '../line/line.js';
import { nameAt } from '../scan/json-bytes.js';
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
export class RawMessage {
  constructor(
    readonly blocks: RawBlock[],
    private readonly bytes: Buffer,
    private readonly node: Node,
    private readonly content: { start: number; end: number },
  ) {}

  /** The line without what it says: its content is empty. */
  entry(): Entry {
    const { byte, length } = this.node.place;
    const { start, end } = this.content;
    const json = `${decode(this.bytes, byte, start)}[]${decode(this.bytes, end, byte + length)}`;
    return JSON.parse(json) as JsonObject as Entry;
  }
}

/**
 * The blocks of a reply's or a result's line, not read but pointed at. Undefined where one of them is of a kind that is not
 * known, or not written in the one way that can be copied: then the line has to be read.
 */
export function rawMessage(bytes: Buffer, lines: RawLines, node: Node): RawMessage | undefined {
  const place = lines.placeOf(node);
  if (place === undefined) return undefined;
  const at = lines.blocksAt(place, node);
  const { reply, user } = node;
  const count = reply?.blocks ?? user?.blocks ?? 0;
  const blocks: RawBlock[] = [];
  // The node knows its calls and results, in the same order.
  let calls = 0;
  for (let block = 0; block < count; block++) {
    const kind = KINDS[lines.kind(at, block)];
    if (!kind) return undefined;
    const start = lines.start(at, block);
    const value = start === 0 ? undefined : new RawValue(bytes, start, lines.end(at, block));
    if (kind === 'tool_use') {
      const use = reply?.uses[calls++];
      if (!use) return undefined;
      blocks.push({ kind, id: use.id, name: use.name, value });
    } else if (kind === 'tool_result') {
      const result = user?.results[calls++];
      if (!result) return undefined;
      blocks.push({ kind, id: result.tool_use_id, name: '', value });
    } else blocks.push({ kind, id: '', name: '', value });
  }
  return new RawMessage(blocks, bytes, node, lines.content(place));
}

/** Of a short string, quotes included; undefined when there is none. */
export function textIn(bytes: Buffer, start: number, end: number): string | undefined {
  if (start === 0 || bytes[start] !== QUOTE) return undefined;
  const text = nameAt(bytes, start + 1, end - 1);
  return PLAIN.test(text) ? text : (JSON.parse(decode(bytes, start, end)) as string);
}

/** As ids and names are. */
const PLAIN = /^[\w.-]*$/;
