/**
 * One step of a turn, in OpenTelemetry's terms. Everything in it comes from the session's lines, so the same turn has the
 * same span on every machine, from every copy of the file, at any time.
 */
export interface Span {
  /** 32 lower-case hex digits. */
  traceId: string;
  /** 16 lower-case hex digits. */
  spanId: string;
  /** Absent or undefined on the root of a turn. */
  parentSpanId?: string | undefined;
  name: string;
  kind: SpanKind;
  /** Nanoseconds since 1970, in decimal digits as OTLP's JSON wants them. */
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** Already redacted and cut according to the content mode. */
  attributes: Attributes;
  events: SpanEvent[];
  status: SpanStatus;
  /** The session where the turn was made: a fork's copy carries the id of the original. */
  sessionId: string;
  /** The turn's number in the file, as `unspool show` prints it; 0 for a sub-agent without a turn. */
  turn: number;
  /** The uuid of the turn's first line. */
  turnId: string;
  /** False when the turn was still running. */
  isComplete: boolean;
}

/** `turn` is the root; `agent` a sub-agent; `event` has no duration: a compaction, an API error, a hook. */
export type SpanKind = 'turn' | 'agent' | 'generation' | 'tool' | 'event';

export type Attributes = Record<string, AttributeValue>;

/** Whole numbers are sent as integers. Objects are strings of JSON. */
export type AttributeValue = string | number | boolean | string[];

export interface SpanEvent {
  name: string;
  timeUnixNano: string;
  attributes: Attributes;
}

export interface SpanStatus {
  code: 'unset' | 'ok' | 'error';
  message?: string;
}
