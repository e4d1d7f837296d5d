import { type Block, blocksOf, isText, isToolResult, isToolUse } from '../../format/block.js';
import { type Entry, isAssistant, isUser } from '../../format/entry.js';
import { isRejection } from '../../model/rejection.js';
import { wordsOf } from '../../model/words.js';
import { isObject } from '../../read/json.js';
import { withoutEscapes } from '../../shown/escapes.js';
import { fileIn, writesFile } from '../../tools/facts.js';
import { toolNamed } from '../../tools/registry.js';

/** The kinds of items that `compactionsOf` finds: what people miss after a compaction. */
export const ITEM_KINDS = ['decision', 'question', 'error', 'command', 'file', 'number'] as const;
/** One of `ITEM_KINDS`. */
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Something that was said or done, on one line and without control characters. */
export interface Found {
  kind: ItemKind;
  text: string;
  /** The numbers in a sentence. */
  values?: string[];
  turn: number;
}

const DECISION =
  /\b(decid\w*|instead of|rather than|let'?s (use|go|keep)|we('ll| will| should| must)|chose\w*|prefer\w*|because|so that|don'?t|do not|never|always|must( not)?|keep in mind|important|agreed?|rejected|won'?t work|doesn'?t work)\b/i;
const NUMBER =
  /(?<![\w.])\d[\d,]*(?:\.\d+)*(?:\s?(?:%|ms|seconds?|minutes?|[kMG]B|tokens|x)(?!\w))|(?<![\w.-])(?:\d+\.\d+(?:\.\d+)?|\d{4,})(?![\w.-])/g;
const SENTENCE = /[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?/g;
const SHORTEST = 15;
const LONGEST = 400;
const MAX = 400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern removes them
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** Collects items from part of a conversation. */
export class Finder {
  private readonly byText = new Map<string, Found>();

  /** `shown` changes texts before they are taken apart. */
  constructor(private readonly shown: (text: string) => string) {}

  see(entry: Entry, turn: number): void {
    if (isAssistant(entry)) for (const block of blocksOf(entry.message.content)) this.seeReply(block, turn);
    if (!isUser(entry)) return;
    const words = wordsOf(entry);
    if (words.kind === 'prompt') this.seeWords(words.text, turn);
    for (const block of blocksOf(entry.message.content)) if (isToolResult(block)) this.seeResult(block, turn);
  }

  /** The items found, latest first. */
  found(): Found[] {
    return [...this.byText.values()].reverse();
  }

  private seeReply(block: Block, turn: number): void {
    if (isText(block)) this.seeWords(block.text, turn);
    if (!isToolUse(block) || !isObject(block.input)) return;
    const name = String(block.name);
    const { family, argument } = toolNamed(name);
    const file = writesFile(name) ? fileIn(block.input) : undefined;
    if (file !== undefined) this.add({ kind: 'file', text: this.read(file), turn });
    const command = family === 'shell' && argument === 'command' ? block.input['command'] : undefined;
    if (typeof command === 'string') this.add({ kind: 'command', text: firstLine(this.read(command)), turn });
  }

  private seeResult(block: Block, turn: number): void {
    if (!isToolResult(block) || block.is_error !== true) return;
    const text = this.read(typeof block.content === 'string' ? block.content : textsIn(block.content));
    if (isRejection(text)) return;
    const errorLine = text.split('\n').find((line) => /error|fail|not found|cannot|exception|denied/i.test(line));
    this.add({ kind: 'error', text: firstLine(errorLine ?? text), turn });
  }

  private seeWords(text: string, turn: number): void {
    for (const [sentence] of withoutCode(this.read(text)).matchAll(SENTENCE)) {
      const line = sentence
        .replace(/^[\s\-*#>\d.)]+/, '')
        .replace(/\s+/g, ' ')
        .trim();
      if (line.length < SHORTEST || line.length > LONGEST) continue;
      const values = [...new Set(line.match(NUMBER))];
      const kind = line.endsWith('?') ? 'question' : DECISION.test(line) ? 'decision' : 'number';
      if (kind !== 'number' || values.length > 0) this.add({ kind, text: line, values, turn });
    }
  }

  private read(text: string): string {
    return withoutEscapes(this.shown(text)).replace(CONTROLS, ' ');
  }

  /** An item that occurs again counts at its last occurrence. */
  private add(item: Found): void {
    const text = item.text.replace(/\s+/g, ' ').trim();
    if (text === '') return;
    const key = `${item.kind} ${item.kind === 'number' ? item.values : text.toLowerCase()}`;
    this.byText.delete(key);
    this.byText.set(key, { ...item, text });
    const [oldest] = this.byText.keys();
    if (this.byText.size > MAX && oldest !== undefined) this.byText.delete(oldest);
  }
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.trim().slice(0, LONGEST);
}

function textsIn(content: unknown): string {
  return Array.isArray(content) ? content.flatMap((block) => (isText(block) ? [block.text] : [])).join('\n') : '';
}
