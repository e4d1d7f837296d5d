import type { UsageRecord } from '@unspool/session';
import type { SpanKind } from '../span/span.js';
import type { SpanOutput, TraceFacts } from '../span/span-output.js';
import type { Cost } from '../span/turn-trace.js';
import type { Content } from './content.js';
import { spanIdOf } from './ids.js';
import { nanoseconds } from './times.js';

export interface SpanDraft {
  kind: SpanKind;
  name: string;
  /** What the id is made of; the trace's own id comes in where there is no time. */
  key: string;
  time: number;
  parentSpanId: string | undefined;
  /** Milliseconds. */
  start: number;
  end: number;
  /** Why it failed; undefined when it did not. */
  failure?: string | undefined;
}

/** Makes the spans of one turn. */
export class SpanMaker {
  constructor(
    readonly facts: TraceFacts,
    readonly content: Content,
    readonly costOf: (usage: UsageRecord) => Cost | undefined,
    readonly out: SpanOutput,
  ) {}

  /** Gives its id. Attributes are told to `out` next, and then its end. */
  begin({ kind, name, key, time, parentSpanId, start, end, failure }: SpanDraft): string {
    const { facts, content } = this;
    const spanId = spanIdOf(kind, { key, time, scope: facts.traceId });
    this.out.begin(facts, {
      spanId,
      parentSpanId,
      kind,
      name: content.label(name),
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: nanoseconds(end),
      failure,
    });
    return spanId;
  }
}

/** Fields of a transcript may hold anything. */
export function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
