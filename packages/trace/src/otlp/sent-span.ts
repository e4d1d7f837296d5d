import type { Span } from '../span/span.js';

/** What goes over the wire, and nothing else: what only we need to know changes nothing for a backend. */
export type SentSpan = Omit<Span, 'sessionId' | 'turn' | 'turnId' | 'isComplete'>;

export function sentSpan(span: Span): SentSpan {
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
