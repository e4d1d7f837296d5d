import type { Entry } from '../format/entry.js';

/** How much of a text is kept: as much as the rules of a resume examine. */
const LONG = 200;
/** Members of an entry or its message that no rule reads. */
const UNREAD: ReadonlySet<string> = new Set([
  ...['toolUseResult', 'usage', 'diagnostics', 'snapshot', 'parentUuid', 'uuid', 'isSidechain', 'sessionId'],
  ...['cwd', 'gitBranch', 'version', 'userType', 'entrypoint', 'slug', 'stop_sequence', 'stop_reason', 'role'],
]);
/** Members that rules compare with one another. */
const COMPARED: ReadonlySet<string> = new Set(['id', 'tool_use_id', 'callIds', 'type', 'name', 'model', 'requestId']);

const NUL = '\0';
const MARK = /\0(\d+)\.(\d+)\0/g;

/**
 * Shortens the long texts of entries, so that the lines of a huge session fit in memory for the rules of a resume. A
 * mark after the beginning of a text records where the rest is; `restore` puts it back.
 */
export class LongTexts {
  private last: { line: number; texts: string[] } | undefined;

  /** `read` rereads the entry that was shortened as this line. */
  constructor(private readonly read: (line: number) => Entry) {}

  shorten(entry: Entry, line: number): Entry {
    let texts = 0;
    return mapTexts(entry, (text) => {
      const beginning = beginningOf(text);
      return copyOf(`${beginning}${NUL}${line}.${texts++}${NUL}`);
    });
  }

  restore<Value>(value: Value): Value {
    return withTexts(value, (text) =>
      text.replace(MARK, (_, line, at) => this.restOf(Number(line), Number(at))),
    ) as Value;
  }

  private restOf(line: number, at: number): string {
    if (this.last?.line !== line) this.last = { line, texts: longTextsOf(this.read(line)) };
    const text = this.last.texts[at] ?? '';
    return text.slice(beginningOf(text).length);
  }
}

/** Returns the texts in the order in which `shorten` counts them. */
function longTextsOf(entry: Entry): string[] {
  const texts: string[] = [];
  mapTexts(entry, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

function mapTexts(entry: Entry, change: (text: string) => string): Entry {
  const map = (value: unknown, name: string, depth: number): unknown => {
    if (typeof value === 'string') return isLong(value) && !COMPARED.has(name) ? change(value) : value;
    if (Array.isArray(value)) return value.map((item) => map(item, name, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([key]) => depth > 1 || !UNREAD.has(key));
    return Object.fromEntries(
      members.map(([key, member]) => [key, isOddResult(value, key) ? member : map(member, key, depth + 1)]),
    );
  };
  return map(entry, '', 0) as Entry;
}

/** D9 turns it into JSON, in which a mark would not be found. */
function isOddResult(value: object, key: string): boolean {
  if (key !== 'content' || !('type' in value) || value.type !== 'tool_result' || !('content' in value)) return false;
  return typeof value.content === 'object' && !Array.isArray(value.content);
}

/**
 * Blank texts are kept whole, because rules test for them. A text that contains a mark counts as long, however short.
 */
function isLong(text: string): boolean {
  if (text.length <= LONG) return text.includes(NUL);
  return text.slice(0, LONG).trim() !== '' || text.trim() !== '';
}

function beginningOf(text: string): string {
  const [beginning = ''] = text.slice(0, LONG).split(NUL, 1);
  return beginning;
}

/** Copies a string, because a substring would keep the whole in memory. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.includes(NUL) ? change(value) : value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withTexts(member, change)]));
}
