import type { Redactor } from '@unspool/redact';
import type { ContentMode } from '../span/turn-trace.js';
import type { ReplyParts } from './message-parts.js';
import { cutText, shorten } from './shorten.js';

export interface ContentRules {
  mode: ContentMode;
  redactor: Pick<Redactor, 'redactText' | 'redactValue'>;
  /** The most characters of one attribute. */
  limit: number;
}

/** What people, models and tools said, on its way out: the one door that it all goes through. */
export class Content {
  private readonly rules: ContentRules;
  private readonly cleaned = new WeakMap<object, unknown>();
  private readonly texts = new Map<string, string>();

  constructor(rules: ContentRules) {
    this.rules = rules;
  }

  /** Without secrets; undefined when no content is to leave. Cleaned once, it can be packed in several shapes. */
  clean<Value>(value: Value): Value | undefined {
    const { mode, redactor } = this.rules;
    if (mode === 'none' || value === undefined) return undefined;
    if (typeof value === 'string') return (mode === 'full' ? value : this.cleanText(value)) as Value;
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
    const cleaned = this.clean(parts);
    if (cleaned && this.rules.mode === 'redacted') {
      parts.calls.forEach(({ input }, at) => {
        const clean = cleaned.calls[at]?.input;
        if (isPlainObject(input) && isPlainObject(clean)) this.cleaned.set(input, clean);
      });
    }
    return cleaned;
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
  pack(value: unknown): string | undefined {
    if (value === undefined || value === null) return undefined;
    const text = shorten(value, this.rules.limit);
    // JSON escapes what is half a pair.
    return typeof value === 'string' ? wellFormed(text) : text;
  }

  text(text: string): string | undefined {
    return this.pack(this.clean(text));
  }

  /** A name or an id. It leaves in every mode: a transcript can hold a secret there, too, or far too much. */
  label<Text extends string | undefined>(text: Text): Text {
    if (text === undefined) return text;
    const { mode, redactor } = this.rules;
    const clean: string = mode === 'full' ? text : redactor.redactValue<string>(text);
    return wellFormed(cutText(clean, BRIEF)) as Text;
  }

  /** The first words, for a place that shows a line. */
  brief(text: string): string | undefined {
    const cleaned = this.clean(text);
    return cleaned === undefined ? undefined : wellFormed(cutText(cleaned, BRIEF));
  }
}

const BRIEF = 500;
const MOST_TEXTS = 8;

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
