import type { UsageRecord } from '@unspool/session';
import { type Attributes, mergedAttributes, PartedSpan, type SpanFields } from '../span/parted-span.js';
import type { AttributeValue, RawSpan, SpanKind, SpanStatus } from '../span/span.js';
import type { Cost } from '../span/turn-trace.js';
import type { Content } from './content.js';
import { type Identity, spanIdOf } from './ids.js';
import type { Saying } from './open-file.js';
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
  /** Laid one over the other. */
  attributes: readonly Attributes[];
  status?: SpanStatus;
}

export type { Attributes } from '../span/parted-span.js';

/** Makes the spans of one turn. */
export class SpanMaker {
  readonly spans: RawSpan[] = [];

  constructor(
    readonly facts: TraceFacts,
    readonly content: Content,
    readonly costOf: (usage: UsageRecord) => Cost | undefined,
    private readonly saying: Saying,
  ) {}

  add(draft: SpanDraft): string {
    const { facts } = this;
    const { key, time } = draft.identity;
    const spanId = spanIdOf(draft.kind, { key, time, scope: facts.traceId });
    const status = draft.status ?? UNSET;
    const end = nanoseconds(draft.end);
    const isFailed = status.code === 'error';
    const fields: SpanFields = {
      traceId: facts.traceId,
      spanId,
      name: this.content.label(draft.name),
      kind: draft.kind,
      startTimeUnixNano: nanoseconds(draft.start),
      endTimeUnixNano: end,
      // The way OpenTelemetry tells of a failure; its backends list these.
      events: isFailed ? [{ name: 'exception', timeUnixNano: end, attributes: exception(draft) }] : [],
      status,
      sessionId: facts.sessionId,
      turn: facts.turn,
      turnId: facts.turnId,
      isComplete: facts.isComplete,
    };
    if (draft.parentSpanId !== undefined) fields.parentSpanId = draft.parentSpanId;
    const parts = isFailed ? [...draft.attributes, levelOf(status)] : draft.attributes;
    this.spans.push(this.spanOf(fields, parts));
    return spanId;
  }

  private spanOf(fields: SpanFields, parts: readonly Attributes[]): RawSpan {
    const { common } = this.facts;
    if (this.saying === 'raw') return new PartedSpan(fields, common, parts);
    return { ...fields, attributes: mergedAttributes([common, ...parts]) };
  }
}

const UNSET: SpanStatus = { code: 'unset' };

function levelOf({ message }: SpanStatus): Attributes {
  return { 'langfuse.observation.level': 'ERROR', 'langfuse.observation.status_message': message };
}

function exception({ kind, status }: SpanDraft): Record<string, AttributeValue> {
  return {
    'exception.type': `${kind}_error`,
    ...(status?.message !== undefined && { 'exception.message': status.message }),
  };
}

/** Fields of a transcript may hold anything. */
export function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
