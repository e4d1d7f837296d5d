import type { UsageRecord } from '@unspool/session';
import type { AttributeValue, Span, SpanKind, SpanStatus } from '../span/span.js';
import type { Cost } from '../span/turn-trace.js';
import type { Content } from './content.js';
import { type Identity, spanIdOf } from './ids.js';
import { nanoseconds } from './times.js';

/** What all spans of a turn have in common. */
export interface TraceFacts {
  traceId: string;
  name: string;
  sessionId: string;
  turn: number;
  turnId: string;
  isComplete: boolean;
  /** On every span, since backends filter by them. */
  common: Record<string, AttributeValue>;
}

export interface SpanDraft {
  kind: SpanKind;
  name: string;
  identity: Omit<Identity, 'scope'>;
  parentSpanId: string | undefined;
  /** Milliseconds. */
  start: number;
  end: number;
  attributes: Attributes;
  status?: SpanStatus;
}

/** Undefined ones are left out. */
export type Attributes = Record<string, AttributeValue | undefined>;

/** Makes the spans of one turn. */
export class SpanMaker {
  readonly spans: Span[] = [];

  constructor(
    readonly facts: TraceFacts,
    readonly content: Content,
    readonly costOf: (usage: UsageRecord) => Cost | undefined,
  ) {}

  add(draft: SpanDraft): string {
    const { facts } = this;
    const { kind, name, identity, parentSpanId, start, end, status } = draft;
    const spanId = spanIdOf(kind, { ...identity, scope: facts.traceId });
    const time = nanoseconds(end);
    const isFailed = status?.code === 'error';
    this.spans.push({
      traceId: facts.traceId,
      spanId,
      ...(parentSpanId !== undefined && { parentSpanId }),
      name,
      kind,
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: time,
      attributes: defined({ ...facts.common, ...draft.attributes, ...(isFailed && levelOf(status)) }),
      // The way OpenTelemetry tells of a failure; its backends list these.
      events: isFailed ? [{ name: 'exception', timeUnixNano: time, attributes: exception(draft) }] : [],
      status: status ?? { code: 'unset' },
      sessionId: facts.sessionId,
      turn: facts.turn,
      turnId: facts.turnId,
      isComplete: facts.isComplete,
    });
    return spanId;
  }
}

function levelOf({ message }: SpanStatus): Attributes {
  return { 'langfuse.observation.level': 'ERROR', 'langfuse.observation.status_message': message };
}

function exception({ kind, status }: SpanDraft): Record<string, AttributeValue> {
  return defined({ 'exception.type': `${kind}_error`, 'exception.message': status?.message });
}

/** Fields of a transcript may hold anything. */
export function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function defined(attributes: Attributes): Record<string, AttributeValue> {
  const result: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) result[name] = value;
  return result;
}
