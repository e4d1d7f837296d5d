import type { UsageRecord } from '@unspool/session';
import type { Attributes, AttributeValue, Span, SpanKind } from '../span/span.js';
import type { Cost } from '../span/turn-trace.js';
import type { Content } from './content.js';
import { spanIdOf } from './ids.js';
import { nanoseconds } from './times.js';

/** What all spans of a turn have in common. */
export interface TraceFacts {
  traceId: string;
  name: string;
  sessionId: string;
  turn: number;
  turnId: string;
  isComplete: boolean;
  /** Set on every span, since backends filter by them. */
  common: Attributes;
}

export interface SpanDraft {
  kind: SpanKind;
  name: string;
  /** The span's id is derived from `key` and `time`, or from `key` and the trace's id if the time is NaN. */
  key: string;
  time: number;
  parentSpanId: string | undefined;
  /** Milliseconds. */
  start: number;
  end: number;
  /** Why it failed; undefined if it succeeded. */
  failure?: string | undefined;
  attributes: DraftAttributes;
}

/** Undefined attributes are left out. */
export type DraftAttributes = Record<string, AttributeValue | undefined>;

/** Makes the spans of one turn. */
export class SpanMaker {
  readonly spans: Span[] = [];

  constructor(
    readonly facts: TraceFacts,
    readonly content: Content,
    readonly costOf: (usage: UsageRecord) => Cost | undefined,
  ) {}

  /** Returns the new span's id. */
  add({ kind, name, key, time, parentSpanId, start, end, failure, attributes }: SpanDraft): string {
    const { traceId, sessionId, turn, turnId, isComplete, common } = this.facts;
    const spanId = spanIdOf(kind, { key, time, scope: traceId });
    const endTimeUnixNano = nanoseconds(end);
    this.spans.push({
      traceId,
      spanId,
      parentSpanId,
      name: this.content.label(name),
      kind,
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano,
      attributes: joined(common, attributes, failure === undefined ? {} : levelOf(failure)),
      // OpenTelemetry records a failure as an event named "exception", which backends list.
      events:
        failure === undefined
          ? []
          : [{ name: 'exception', timeUnixNano: endTimeUnixNano, attributes: exceptionOf(kind, failure) }],
      status: failure === undefined ? { code: 'unset' } : { code: 'error', message: failure },
      sessionId,
      turn,
      turnId,
      isComplete,
    });
    return spanId;
  }
}

/** A null prototype makes V8 use a dictionary from the start, ten times faster for objects of so many shapes. */
function joined(...groups: DraftAttributes[]): Attributes {
  const attributes: Attributes = Object.create(null);
  for (const group of groups) {
    for (const key in group) {
      const value = group[key];
      if (value !== undefined) attributes[key] = value;
    }
  }
  return attributes;
}

function levelOf(failure: string): Attributes {
  return { 'langfuse.observation.level': 'ERROR', 'langfuse.observation.status_message': failure };
}

function exceptionOf(kind: SpanKind, failure: string): Attributes {
  return { 'exception.type': `${kind}_error`, 'exception.message': failure };
}

/** The value if it is a string with content; fields of a transcript may hold anything. */
export function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
