import type { Span } from '../span/span.js';

/** The part of a span that is sent. */
export type SentSpan = Omit<Span, 'sessionId' | 'turn' | 'turnId' | 'isComplete'>;

/** Drops the fields for internal use, so that they are not in the queue. */
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
