export type { AttributeValue, Span, SpanEvent, SpanKind, SpanStatus } from './span/span.js';
export type {
  ContentMode,
  Cost,
  OpenTrace,
  SessionTrace,
  TraceOptions,
  TurnSpans,
  TurnSpansOptions,
  TurnState,
  TurnTrace,
} from './span/turn-trace.js';
