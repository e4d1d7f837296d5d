import type { AttributeKey, FixedAttributes } from './attribute-key.js';
import type { FixedJson } from './fixed-text.js';
import type { Label } from './json-text.js';
import type { RawText } from './raw-text.js';
import type { AttributeValue, SpanKind } from './span.js';

/** What all spans of a turn have in common. */
export interface TraceFacts {
  traceId: string;
  name: string;
  sessionId: string;
  turn: number;
  turnId: string;
  isComplete: boolean;
  /** On every span, since backends filter by them; there is at least one. */
  common: Record<string, AttributeValue>;
}

/** A span without its attributes. */
export interface SpanHead {
  spanId: string;
  parentSpanId: string | undefined;
  kind: SpanKind;
  name: Label;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** Why it failed; undefined when it did not. */
  failure: string | undefined;
}

/**
 * Takes spans one after another, each as its head, its attributes and its end. Attributes that are undefined are left
 * out; none is told twice. Who wants objects gives a `SpanList`, who sends them at once gives `SpanBytes`: both say the
 * same, and a test proves it.
 */
export interface SpanOutput {
  begin(facts: TraceFacts, head: SpanHead): void;
  fixed(attributes: FixedAttributes): void;
  text(key: AttributeKey, value: string | RawText | undefined): void;
  label(key: AttributeKey, value: Label | undefined): void;
  labels(key: AttributeKey, values: readonly Label[]): void;
  number(key: AttributeKey, value: number | undefined): void;
  /** A number as a text. */
  digits(key: AttributeKey, value: number): void;
  /** A JSON object of numbers. `names`: what stands before each of them, from the brace on. */
  details(key: AttributeKey, names: readonly FixedJson[], values: readonly number[]): void;
  end(): void;
}
