import type { SpanEvent, SpanKind, SpanStatus } from '../span/span.js';
import { decodedSpan } from './decode-json.js';
import { rememberEncoded } from './encode-json.js';
import type { SentSpan } from './sent-span.js';
import type { Attributes } from './wire-numbers.js';

/** What is told of a span beside its bytes. */
export interface MadeFacts {
  spanId: string;
  kind: SpanKind;
  mark: string;
}

/** A span that another thread made and encoded. It is sent as it came; only who needs its fields has it decoded. */
export class MadeSpan implements SentSpan {
  readonly spanId: string;
  readonly kind: SpanKind;
  private decoded: SentSpan | undefined;

  constructor(
    { spanId, kind, mark }: MadeFacts,
    private readonly bytes: Buffer,
  ) {
    this.spanId = spanId;
    this.kind = kind;
    rememberEncoded(this, { bytes, mark });
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
