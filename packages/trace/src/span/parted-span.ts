import type { RawAttribute, RawSpan, SpanEvent, SpanKind, SpanStatus } from './span.js';

/** Undefined ones are left out. */
export type Attributes = Record<string, RawAttribute | undefined>;

/** All of a span but its attributes. */
export type SpanFields = Omit<RawSpan, 'attributes'>;

/**
 * A span whose attributes are written out part by part: most are never asked for one by one. No name stands in two parts,
 * unless it failed.
 */
export class PartedSpan implements RawSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly events: SpanEvent[];
  readonly status: SpanStatus;
  readonly sessionId: string;
  readonly turn: number;
  readonly turnId: string;
  readonly isComplete: boolean;
  private merged: Record<string, RawAttribute> | undefined;
  private readonly parent: string | undefined;

  constructor(
    fields: SpanFields,
    /** The same object for all spans of a turn. */
    readonly common: Attributes,
    readonly parts: readonly Attributes[],
  ) {
    this.traceId = fields.traceId;
    this.spanId = fields.spanId;
    this.parent = fields.parentSpanId;
    this.name = fields.name;
    this.kind = fields.kind;
    this.startTimeUnixNano = fields.startTimeUnixNano;
    this.endTimeUnixNano = fields.endTimeUnixNano;
    this.events = fields.events;
    this.status = fields.status;
    this.sessionId = fields.sessionId;
    this.turn = fields.turn;
    this.turnId = fields.turnId;
    this.isComplete = fields.isComplete;
  }

  get parentSpanId(): string {
    // Asked for only where there is one, as everywhere; the type of an optional field knows no getter.
    return this.parent as string;
  }

  get attributes(): Record<string, RawAttribute> {
    this.merged ??= mergedAttributes([this.common, ...this.parts]);
    return this.merged;
  }
}

/** Laid one over the other. */
export function mergedAttributes(parts: readonly Attributes[]): Record<string, RawAttribute> {
  // A table from the start: objects of so many shapes cost ten times as much to fill.
  const attributes: Record<string, RawAttribute> = Object.create(null);
  for (const part of parts) {
    for (const name in part) {
      const value = part[name];
      if (value !== undefined) attributes[name] = value;
    }
  }
  return attributes;
}
