import type { SpanEvent, SpanKind, SpanStatus } from '../span/span.js';
import { decodedSpan } from './decode-json.js';
import type { EncodedSpan, SentSpan } from './sent-span.js';
import { type Attributes, KINDS } from './wire-numbers.js';

/** Spans on their way from thread to thread, as `SpanBytes` writes them. */
export interface PackedSpans {
  /** Of each span a line: id, mark, kind and how many bytes are its. An object a span would take far longer to send. */
  facts: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const ID_DIGITS = 16;
const MARK_DIGITS = 22;
const KIND_AT = ID_DIGITS + MARK_DIGITS;
/** In a line of the facts. */
export const SIZE_AT = KIND_AT + 1;

const ZERO = '0'.charCodeAt(0);

/**
 * A span that another thread made and encoded. It is sent as it came; only who needs its fields has it decoded. There
 * are very many: of what nobody asks for nothing is made.
 */
export class MadeSpan implements SentSpan, EncodedSpan {
  readonly spanId: string;
  private decoded: SentSpan | undefined = undefined;

  /** `line`: where it stands in the facts; `start`: where in the bytes. */
  constructor(
    private readonly packed: PackedSpans,
    private readonly line: number,
    private readonly start: number,
    readonly size: number,
  ) {
    this.spanId = packed.facts.substring(line, line + ID_DIGITS);
  }

  get mark(): string {
    return this.packed.facts.substring(this.line + ID_DIGITS, this.line + KIND_AT);
  }

  get kind(): SpanKind {
    return KINDS[this.packed.facts.charCodeAt(this.line + KIND_AT) - ZERO] ?? 'event';
  }

  get encoded(): EncodedSpan {
    return this;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    const { bytes } = this.packed;
    return new Uint8Array(bytes.buffer, bytes.byteOffset + this.start, this.size);
  }

  get traceId(): string {
    return this.whole.traceId;
  }

  get parentSpanId(): string {
    // Asked for only where there is one, as everywhere; the type of an optional field knows no getter.
    return this.whole.parentSpanId as string;
  }

  get name(): string {
    return this.whole.name;
  }

  get startTimeUnixNano(): string {
    return this.whole.startTimeUnixNano;
  }

  get endTimeUnixNano(): string {
    return this.whole.endTimeUnixNano;
  }

  get attributes(): Attributes {
    return this.whole.attributes;
  }

  get events(): SpanEvent[] {
    return this.whole.events;
  }

  get status(): SpanStatus {
    return this.whole.status;
  }

  private get whole(): SentSpan {
    this.decoded ??= decodedSpan(this.bytes, this.kind);
    return this.decoded;
  }
}
