import { RawValue } from '@unspool/session';
import { RawText } from '../span/raw-text.js';
import type { ContentMode, UsedRedactor } from '../span/turn-trace.js';
import type { ReplyParts, Words } from './message-parts.js';
import { holdsRaw, lengthOf, piecesOf, withoutRaw } from './raw-pieces.js';
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
  private readonly texts = new Map<string, string>();
  /** Models, tools, sessions: the same few come again and again. */
  private readonly labels = new Map<string, string>();

  constructor(rules: ContentRules) {
    this.rules = rules;
  }

  /** Without secrets; undefined when no content is to leave. Cleaned once, it can be packed in several shapes. */
  clean<Value>(value: Value): Value | undefined {
    const { mode, redactor } = this.rules;
    if (mode === 'none' || value === undefined) return undefined;
    if (typeof value === 'string') return (mode === 'full' ? value : this.cleanText(value)) as Value;
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

  /** What stands there as bytes is looked through part by part. */
  private cleanEach({ text, thinking, calls, others }: ReplyParts): ReplyParts | undefined {
    if (this.rules.mode === 'none') return undefined;
    return {
      text: this.clean(text) ?? '',
      thinking: this.clean(thinking) ?? '',
      calls: calls.map(({ id, name, input }) => ({
        id: this.idOf(id),
        name: this.clean(name) ?? '',
        input: this.clean(input),
      })),
      others,
    };
  }

  private idOf(id = ''): string {
    return this.rules.mode === 'redacted' ? this.label(id) : id;
  }

  /** As it stands in its file, unless it is too long, holds a picture, or has to be read to find what is secret in it. */
  private cleanRaw(raw: RawValue): unknown {
    const known = this.cleaned.get(raw);
    if (known !== undefined) return known;
    const cleaned = this.isFitAsItIs(raw) ? raw : this.clean(raw.parse());
    this.cleaned.set(raw, cleaned);
    return cleaned;
  }

  private isFitAsItIs(raw: RawValue): boolean {
    const { mode, redactor, limit } = this.rules;
    // No text has more characters than bytes.
    if (raw.length > limit || !(raw.isString || isStructure(raw)) || mayHoldMedia(raw)) return false;
    return mode === 'full' || redactor.isCleanJson?.(raw.bytes, raw.start, raw.end) === true;
  }

  /** A prompt stands on several spans of its turn. */
  private cleanText(text: string): string {
    let cleaned = this.texts.get(text);
    if (cleaned === undefined) {
      cleaned = this.rules.redactor.redactValue(text);
      if (this.texts.size >= MOST_TEXTS) this.texts.clear();
      this.texts.set(text, cleaned);
    }
    return cleaned;
  }

  /** As an attribute: a text as it is, all else as JSON. Give it only what was cleaned. */
  pack(value: unknown): string | RawText | undefined {
    if (value === undefined || value === null) return undefined;
    if (value instanceof RawValue) return new RawText(value.isString ? 'text' : 'json', [value]);
    if (typeof value !== 'object' || !holdsRaw(value)) return this.packText(value);
    const pieces = piecesOf(value);
    return lengthOf(pieces) <= this.rules.limit ? new RawText('json', pieces) : this.packText(withoutRaw(value));
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
  label<Text extends string | undefined>(text: Text): Text {
    if (text === undefined) return text;
    let label = this.labels.get(text);
    if (label === undefined) {
      const { mode, redactor } = this.rules;
      const clean = mode === 'full' ? text : cleanLabel(text, redactor);
      label = wellFormed(cutText(clean, BRIEF));
      if (this.labels.size >= MOST_LABELS) this.labels.clear();
      this.labels.set(text, label);
    }
    return label as Text;
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
