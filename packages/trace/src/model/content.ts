import type { ContentMode, UsedRedactor } from '../span/turn-trace.js';
import { LastTexts } from './last-texts.js';
import type { ReplyParts } from './message-parts.js';
import { cutText, shorten } from './shorten.js';

export interface ContentRules {
  mode: ContentMode;
  redactor: UsedRedactor;
  /** Maximum number of characters in one attribute. */
  limit: number;
}

const BRIEF = 500;
const MAX_TEXTS = 8;
const MAX_LABELS = 200;

/** Everything that people, models and tools said passes through here before it leaves the machine. */
export class Content {
  /** The input of a call is part of two spans, its reply's and its own, and is redacted once. */
  private readonly cleaned = new WeakMap<object, unknown>();
  /** Prompts and the texts of replies are on several spans of their turn. */
  private readonly texts = new LastTexts(MAX_TEXTS, (text) => this.rules.redactor.redactValue<string>(text));
  /** Names of models, tools and sessions: few, and repeated on every span. */
  private readonly labels = new Map<string, string>();

  constructor(private readonly rules: ContentRules) {}

  /** The value without secrets and pictures; undefined when the mode sends no content. */
  clean<Value>(value: Value): Value | undefined {
    const { mode } = this.rules;
    if (mode === 'none' || value === undefined) return undefined;
    if (typeof value === 'string') return (mode === 'full' ? value : this.texts.of(value)) as Value;
    return typeof value === 'object' && value !== null ? (this.cleanObject(value) as Value) : value;
  }

  private cleanObject(value: object): unknown {
    const known = this.cleaned.get(value);
    if (known !== undefined) return known;
    const { mode, redactor } = this.rules;
    const light = withoutMedia(value);
    const clean = mode === 'full' ? light : redactor.redactValue(light);
    this.cleaned.set(value, clean);
    return clean;
  }

  cleanParts({ text, thinking, calls, others }: ReplyParts): ReplyParts | undefined {
    const { mode } = this.rules;
    if (mode === 'none') return undefined;
    return {
      text: this.clean(text) ?? '',
      thinking: this.clean(thinking) ?? '',
      calls: calls.map(({ id, name, input }) => ({
        id: mode === 'full' ? id : this.label(id),
        name: this.clean(name) ?? '',
        input: this.clean(input),
      })),
      others: this.clean(others) ?? [],
    };
  }

  /** As an attribute: a string as it is, anything else as JSON. The value must be clean already. */
  pack(value: unknown): string | undefined {
    if (value === undefined || value === null) return undefined;
    const text = shorten(value, this.rules.limit);
    // JSON escapes lone surrogates itself.
    return typeof value === 'string' ? wellFormed(text) : text;
  }

  /** A name or an id, sent in every mode. It is redacted and cut too, since a transcript may hold anything there. */
  label<Text extends string | undefined>(text: Text): Text;
  label(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const known = this.labels.get(text);
    if (known !== undefined) return known;
    const label = this.cleanLabel(text);
    if (this.labels.size >= MAX_LABELS) this.labels.clear();
    this.labels.set(text, label);
    return label;
  }

  private cleanLabel(text: string): string {
    const { mode, redactor } = this.rules;
    return wellFormed(cutText(mode === 'full' ? text : redactLabel(text, redactor), BRIEF));
  }

  /** Cut to what fits on a line or two. */
  brief(text: string | undefined): string | undefined {
    const cleaned = this.clean(text);
    return cleaned === undefined ? undefined : wellFormed(cutText(cleaned, BRIEF));
  }
}

/** A prefix such as `msg_` hides the start of a secret that follows it directly, so the rest is checked without it. */
const ID_BEGIN = /^(?:(?:msg|toolu|srvtoolu|req)_(?:0\d)?)+(?=.*[_-])/;

function redactLabel(text: string, redactor: UsedRedactor): string {
  const clean = redactor.redactValue<string>(text);
  const [begin] = clean === text ? (ID_BEGIN.exec(text) ?? []) : [];
  return begin === undefined ? clean : begin + redactor.redactValue<string>(text.slice(begin.length));
}

/** Leaves out the base64 of pictures and documents, which is of no use in a trace. */
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

/** A lone surrogate is not valid UTF-8, and one bad string can make a backend refuse a whole batch. */
function wellFormed(text: string): string {
  // Every supported Node has isWellFormed, but its types do not yet. The pattern is far slower.
  const { isWellFormed } = text as unknown as { isWellFormed(): boolean };
  return isWellFormed.call(text) ? text : text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
