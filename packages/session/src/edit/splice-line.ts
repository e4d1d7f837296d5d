import { decode } from '../line/decode.js';
import { JsonWalk } from '../outline/json-walk.js';
import { Members } from '../outline/members.js';
import type { FieldPatch, Remains } from './references.js';
import { shortText } from './shorten.js';

const LINE = [
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'leafUuid',
  'sourceToolAssistantUUID',
  'toolUseResult',
  'message',
] as const;
const FIELDS = Object.fromEntries(LINE.map((name, field) => [name, field])) as Record<(typeof LINE)[number], number>;
const { message: MESSAGE, toolUseResult: TOOL_USE_RESULT, sourceToolAssistantUUID: SOURCE } = FIELDS;
const TOOL_USE_RESULT_KEY = '"toolUseResult":'.length;

const QUOTE = 34;
const COMMA = 44;
const OPEN = 123;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const LINE_FEED = 10;

export interface LineChange {
  patches: readonly FieldPatch[];
  remains: Remains;
  /** To how many characters its one tool result is cut, and how many that has. */
  cut?: { limit: number; size: number } | undefined;
}

interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * Changes references on a line, and shortens its tool result, in the bytes of the line: all that does not change stays
 * as it was written, and nothing of it is parsed.
 */
export class LineSplicer {
  private readonly json = new JsonWalk();
  private readonly line = new Members(LINE);
  private readonly message = new Members(['content']);
  private readonly block = new Members(['content']);
  /** Whether the message holds one block and nothing else. */
  private isOneBlock = false;

  private readonly skip = (_field: number, at: number): number => this.json.value(at);

  private readonly descend = (field: number, at: number): number =>
    field === MESSAGE && this.json.bytes[at] === OPEN
      ? this.message.read(this.json, at, this.descendMessage)
      : this.json.value(at);

  private readonly descendMessage = (_field: number, at: number): number => {
    const { bytes } = this.json;
    if (bytes[at] !== OPEN_LIST || bytes[at + 1] !== OPEN) return this.json.value(at);
    const end = this.block.read(this.json, at + 1, this.skip);
    if (end < 0 || bytes[end] !== CLOSE_LIST) return this.json.value(at);
    this.isOneBlock = true;
    return end + 1;
  };

  /** The line at `start` with its newline; undefined when it has to be parsed for that. */
  splice(bytes: Buffer, { start, end }: { start: number; end: number }, change: LineChange): Buffer | undefined {
    const { json } = this;
    json.use(bytes);
    json.startLine(end);
    this.isOneBlock = false;
    this.message.clear();
    this.block.clear();
    const close = this.line.read(json, start, this.descend);
    if (close !== end - 1 || bytes[close] !== LINE_FEED) return undefined;
    const splices = [...this.patches(change), ...this.cuts(change)];
    if (splices.includes(undefined)) return undefined;
    return spliced(bytes, { start, end }, splices as Splice[]);
  }

  private patches({ patches, remains }: LineChange): (Splice | undefined)[] {
    const splices = patches.map(({ field, to }) => this.put(FIELDS[field], JSON.stringify(to)));
    const source = this.line.start(SOURCE);
    if (source === 0 || this.json.bytes[source] !== QUOTE) return splices;
    const uuid = JSON.parse(decode(this.json.bytes, source, this.line.end(SOURCE)));
    return remains.isDropped(uuid) ? [...splices, this.put(SOURCE, JSON.stringify(remains.of(uuid)))] : splices;
  }

  private put(field: number, text: string): Splice | undefined {
    const start = this.line.start(field);
    return start === 0 ? undefined : { start, end: this.line.end(field), text };
  }

  private cuts({ cut }: LineChange): (Splice | undefined)[] {
    if (!cut) return [];
    const { bytes } = this.json;
    const start = this.block.start(0);
    if (!this.isOneBlock || start === 0 || bytes[start] !== QUOTE) return [undefined];
    const text = JSON.stringify(shortText(firstCharacters(bytes, start + 1, cut.limit), cut));
    const short = { start, end: this.block.end(0), text };
    return this.line.has(TOOL_USE_RESULT) ? [short, this.withoutToolUseResult()] : [short];
  }

  /** With the comma before it; with the one behind it where it comes first. */
  private withoutToolUseResult(): Splice {
    const key = this.line.start(TOOL_USE_RESULT) - TOOL_USE_RESULT_KEY;
    const end = this.line.end(TOOL_USE_RESULT);
    const hasComma = this.json.bytes[key - 1] === COMMA;
    return { start: hasComma ? key - 1 : key, end: hasComma ? end : end + 1, text: '' };
  }
}

function spliced(bytes: Buffer, { start, end }: { start: number; end: number }, splices: Splice[]): Buffer {
  const parts: Buffer[] = [];
  let from = start;
  for (const splice of splices.sort((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(from, splice.start), Buffer.from(splice.text));
    from = splice.end;
  }
  parts.push(bytes.subarray(from, end));
  return Buffer.concat(parts);
}

/** At least so many characters of a string that has them, from the byte behind its quote. */
function firstCharacters(bytes: Buffer, from: number, count: number): string {
  let at = from;
  for (let units = 0; units < count; units++) {
    const byte = bytes[at] ?? 0;
    if (byte === 92) at += bytes[at + 1] === 117 ? 6 : 2;
    else if (byte < 0x80) at++;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) at += 3;
    else {
      at += 4;
      // Two units of UTF-16.
      units++;
    }
  }
  return JSON.parse(`"${decode(bytes, from, at)}"`);
}
