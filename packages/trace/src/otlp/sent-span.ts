import type { RawSpan } from '../span/span.js';

/** What goes over the wire. */
export type SentSpan = Omit<RawSpan, 'sessionId' | 'turn' | 'turnId' | 'isComplete'>;

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
