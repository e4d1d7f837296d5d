import type { RawSpan } from '../span/span.js';

/** What goes over the wire. */
export interface SentSpan extends Omit<RawSpan, 'sessionId' | 'turn' | 'turnId' | 'isComplete'> {
  /** Where it was encoded before it came to us. */
  readonly encoded?: EncodedSpan;
}

/** A span as it stands in a request, and a mark that is another one as soon as anything in it is. */
export interface EncodedSpan {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many bytes it has, without asking for them. */
  readonly size: number;
  readonly mark: string;
}

/** That and nothing else: what only we need to know is kept out of the queue. */
export function sentSpan(span: SentSpan): SentSpan {
  const { traceId, spanId, parentSpanId, name, kind, startTimeUnixNano, endTimeUnixNano } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind,
    startTimeUnixNano,
    endTimeUnixNano,
    attributes: span.attributes,
    events: span.events,
    status: span.status,
  };
}
