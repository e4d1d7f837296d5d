import { RawValue } from '@unspool/session';
import { Label } from '../span/json-text.js';
import { type JsonPiece, jsonOf, RawText } from '../span/raw-text.js';
import type { ContentMode, UsedRedactor } from '../span/turn-trace.js';
import { LastTexts } from './last-texts.js';
import type { ReplyParts, Words } from './message-parts.js';
import { cutText, shorten } from './shorten.js';

export interface ContentRules {
  mode: ContentMode;
  redactor: UsedRedactor;
  /** The most characters of one attribute. */
  limit: number;
}

/** What people, models and tools said, on its way out: the one door that it all goes through. */
export class Content {
  private readonly rules: ContentRules;
  private readonly cleaned = new WeakMap<object, unknown>();
  /** What was looked at last: a reply's text stands on its turn, too, and what a call was given on the reply. */
  private readonly judged = new Map<RawValue, unknown>();
  /** A prompt stands on several spans of its turn. */
  private readonly texts = new LastTexts(MOST_TEXTS, (text) => new Label(this.cleanText(text)));
  /** Models, tools, sessions: the same few come again and again. */
  private readonly labels = new LastTexts(MOST_LABELS, (text) => new Label(this.cleanLabel(text)));

  constructor(rules: ContentRules) {
    this.rules = rules;
  }

  /** Without secrets; undefined when no content is to leave. Cleaned once, it can be packed in several shapes. */
  clean<Value>(value: Value): Value | undefined {
    const { mode, redactor } = this.rules;
    if (mode === 'none' || value === undefined) return undefined;
    if (typeof value === 'string') return (mode === 'full' ? value : this.texts.of(value).text) as Value;
    if (value instanceof RawValue) return this.cleanRaw(value) as Value;
    const known = typeof value === 'object' && value !== null ? this.cleaned.get(value) : undefined;
    if (known !== undefined) return known as Value;
    const light = withoutMedia(value);
    return mode === 'full' ? light : redactor.redactValue(light);
  }

  /**
   * A reply's parts. What its calls were given goes out with the reply and again with each call: it is looked through
   * once.
   */
  cleanParts(parts: ReplyParts): ReplyParts | undefined {
    if (parts.text instanceof RawValue || parts.thinking instanceof RawValue || parts.calls.some(isRawCall)) {
      return this.cleanEach(parts);
    }
    const cleaned = this.clean(parts);
    if (cleaned && this.rules.mode === 'redacted') {
      parts.calls.forEach(({ input }, at) => {
        const clean = cleaned.calls[at]?.input;
        if (isPlainObject(input) && isPlainObject(clean)) this.cleaned.set(input, clean);
      });
      return { ...cleaned, calls: cleaned.calls.map((call, at) => ({ ...call, id: this.idOf(parts.calls[at]?.id) })) };
    }
    return cleaned;
  }

  /** What stands there as bytes is looked through part by part. Mostly it stays as it is. */
  private cleanEach(parts: ReplyParts): ReplyParts | undefined {
    if (this.rules.mode === 'none') return undefined;
    const { text, thinking, calls, others } = parts;
    const cleanText = this.clean(text) ?? '';
    const cleanThinking = this.clean(thinking) ?? '';
    let isSame = cleanText === text && cleanThinking === thinking;
    const cleanCalls: ReplyParts['calls'] = [];
    for (const call of calls) {
      const clean = this.cleanCall(call);
      if (clean !== call) isSame = false;
      cleanCalls.push(clean);
    }
    return isSame ? parts : { text: cleanText, thinking: cleanThinking, calls: cleanCalls, others };
  }

  private cleanCall(call: ReplyParts['calls'][number]): ReplyParts['calls'][number] {
    const id = this.idOf(call.id);
    const name = this.clean(call.name) ?? '';
    const input = this.clean(call.input);
    return id === call.id && name === call.name && input === call.input ? call : { id, name, input };
  }

  private idOf(id = ''): string {
    return this.rules.mode === 'redacted' ? this.label(id).text : id;
  }

  /** As it stands in its file, unless it is too long, holds a picture, or has to be read to find what is secret in it. */
  private cleanRaw(raw: RawValue): unknown {
    const known = this.judged.get(raw);
    if (known !== undefined) return known;
    const cleaned = this.isFitAsItIs(raw) ? raw : this.clean(raw.parse());
    if (this.judged.size >= MOST_JUDGED) this.judged.clear();
    this.judged.set(raw, cleaned);
    return cleaned;
  }

  private isFitAsItIs(raw: RawValue): boolean {
    const { mode, redactor, limit } = this.rules;
    // No text has more characters than bytes.
    if (raw.length > limit || !(raw.isString || isStructure(raw)) || mayHoldMedia(raw)) return false;
    return mode === 'full' || redactor.isCleanJson?.(raw.bytes, raw.start, raw.end) === true;
  }

  private cleanText(text: string): string {
    const { mode, redactor } = this.rules;
    return mode === 'full' ? text : redactor.redactValue(text);
  }

  private cleanLabel(text: string): string {
    const { mode, redactor } = this.rules;
    return wellFormed(cutText(mode === 'full' ? text : cleanLabel(text, redactor), BRIEF));
  }

  /** What a person said, without secrets. */
  words(text: string | undefined): Label | undefined {
    return text === undefined || this.rules.mode === 'none' ? undefined : this.texts.of(text);
  }

  /** As an attribute: a text as it is, all else as JSON. Give it only what was cleaned. */
  pack(value: unknown): string | RawText | undefined {
    if (value === undefined || value === null) return undefined;
    if (value instanceof RawValue) return new RawText(value.isString ? 'text' : 'json', [value]);
    return this.packText(value);
  }

  /** JSON that is put together of cleaned pieces; `read` makes a value of it, for when it is too long. */
  packPieces<Said>(pieces: readonly JsonPiece[], read: (said: Said) => unknown, said: Said): string | RawText {
    let length = 0;
    let isRaw = false;
    // By number, as in all that is done for each piece: an iterator costs more than what is done here.
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at];
      if (piece === undefined) continue;
      if (piece.json !== undefined) length += piece.json.length;
      else {
        isRaw = true;
        // At least as many as there are characters.
        length += piece.end - piece.start;
      }
    }
    if (length > this.rules.limit) return this.packText(read(said));
    return isRaw ? new RawText('json', pieces) : pieces.map(jsonOf).join('');
  }

  private packText(value: unknown): string {
    const text = shorten(value, this.rules.limit);
    // JSON escapes what is half a pair.
    return typeof value === 'string' ? wellFormed(text) : text;
  }

  text(text: string): string | RawText | undefined {
    return this.pack(this.clean(text));
  }

  /** A name or an id. It leaves in every mode: a transcript can hold a secret there, too, or far too much. */
  label<Text extends string | undefined>(text: Text): Text extends string ? Label : Label | undefined;
  label(text: string | undefined): Label | undefined {
    return text === undefined ? undefined : this.labels.of(text);
  }

  /** The first words, for a place that shows a line. */
  brief(words: Words): string | undefined {
    const text = words instanceof RawValue ? (words.parse() as string) : words;
    const cleaned = this.clean(text);
    return cleaned === undefined ? undefined : wellFormed(cutText(cleaned, BRIEF));
  }
}

/** A secret that is glued to the first letters of an id is no word of its own: it is looked at without them. */
const ID_BEGIN = /^(?:(?:msg|toolu|srvtoolu|req)_(?:0\d)?)+(?=.*[_-])/;

function cleanLabel(text: string, redactor: ContentRules['redactor']): string {
  const clean = redactor.redactValue<string>(text);
  const [begin] = clean === text ? (ID_BEGIN.exec(text) ?? []) : [];
  return begin === undefined ? clean : begin + redactor.redactValue<string>(text.slice(begin.length));
}

const BRIEF = 500;
const MOST_TEXTS = 8;
const MOST_LABELS = 200;
const MOST_JUDGED = 64;

function isRawCall({ input }: { input: unknown }): boolean {
  return input instanceof RawValue;
}

const OPEN = 123;
const LIST = 91;

function isStructure({ bytes, start }: RawValue): boolean {
  return bytes[start] === OPEN || bytes[start] === LIST;
}

/** What stands in lists only, and there as the source of a block. */
function mayHoldMedia({ bytes, start, end }: RawValue): boolean {
  if (bytes[start] !== LIST) return false;
  return bytes.subarray(start, end).includes(SOURCE);
}

const SOURCE = Buffer.from('"source":');

/** A list or a text is judged by the name of its field, and that is another one inside a reply. */
function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Pictures and documents stand in sessions as base64, which says nothing to who reads a trace. */
function withoutMedia<Value>(value: Value): Value {
  if (!Array.isArray(value)) return value;
  let changed: unknown[] | undefined;
  value.forEach((item, at) => {
    const light = withoutData(item);
    if (light === item) return;
    changed ??= [...value];
    changed[at] = light;
  });
  return (changed ?? value) as Value;
}

function withoutData(block: unknown): unknown {
  if (typeof block !== 'object' || block === null) return block;
  const { type, source, content } = block as { type?: unknown; source?: unknown; content?: unknown };
  if (Array.isArray(content)) {
    const light = withoutMedia(content);
    return light === content ? block : { ...block, content: light };
  }
  if (type !== 'image' && type !== 'document') return block;
  if (typeof source !== 'object' || source === null) return block;
  const { data } = source as { data?: unknown };
  if (typeof data !== 'string') return block;
  return { ...block, source: { ...source, data: `[unspool: ${data.length} characters of base64 left out]` } };
}

/** Half a surrogate pair is no valid UTF-8, and one bad string can make a backend refuse a whole batch. */
function wellFormed(text: string): string {
  // In every Node that we run on, though not yet in the types; the pattern below takes far longer.
  const { isWellFormed } = text as unknown as { isWellFormed(): boolean };
  return isWellFormed.call(text) ? text : text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
