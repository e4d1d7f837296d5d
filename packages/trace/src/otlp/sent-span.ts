import type { Span } from '../span/span.js';

/** What goes over the wire. */
export type SentSpan = Omit<Span, 'sessionId' | 'turn' | 'turnId' | 'isComplete'>;

/** Without the fields that only we need: they are kept out of the queue. */
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
