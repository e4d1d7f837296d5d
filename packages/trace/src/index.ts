export { Neighbours } from './model/neighbours.js';
export { openTrace, turnSpans } from './model/open-trace.js';
export type { AttributeValue, Span, SpanEvent, SpanKind, SpanStatus } from './span/span.js';
export type {
  ContentMode,
  Cost,
  SessionTrace,
  TraceOptions,
  TurnSpansOptions,
  TurnState,
  TurnTrace,
} from './span/turn-trace.js';
