import type { RawText } from './raw-text.js';

/**
 * One step of a turn, as OpenTelemetry understands it. Everything in it comes from the session's lines: the same turn
 * gives the same span on every machine, from every copy of the file, whenever it is exported.
 */
export interface Span {
  /** 32 lower-case hex digits. */
  traceId: string;
  /** 16 lower-case hex digits. */
  spanId: string;
  /** Absent on the root of a turn. */
  parentSpanId?: string;
  name: string;
  kind: SpanKind;
  /** Nanoseconds since 1970, in decimal digits as OTLP's JSON wants them. */
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** In the content mode that was asked for: nothing is left to redact or to cut. */
  attributes: Record<string, AttributeValue>;
  events: SpanEvent[];
  status: SpanStatus;
  /** The session where the turn was made: a fork's copy carries the id of the original. */
  sessionId: string;
  /** Which turn of the file it belongs to, as `unspool show` numbers them; 0 for what stands before any turn. */
  turn: number;
  /** The uuid of the line that the turn starts with. */
  turnId: string;
  /** False when the turn was still running. */
  isComplete: boolean;
}

/** `turn` is the root; `agent` a sub-agent; `event` something that took no time: a compaction, an API error, a hook. */
export type SpanKind = 'turn' | 'agent' | 'generation' | 'tool' | 'event';

/** A whole number stays one on the wire; `JSON.stringify`d objects are strings. */
export type AttributeValue = string | number | boolean | string[];

/** A span on its way to a sink: what was said may still stand in it as the transcript has it. */
export interface RawSpan extends Omit<Span, 'attributes'> {
  attributes: Record<string, RawAttribute>;
}

export type RawAttribute = AttributeValue | RawText;

export interface SpanEvent {
  name: string;
  timeUnixNano: string;
  attributes: Record<string, AttributeValue>;
}

export interface SpanStatus {
  code: 'unset' | 'ok' | 'error';
  message?: string;
}
