import type { AttributeKey, FixedAttributes } from './attribute-key.js';
import type { FixedJson } from './fixed-text.js';
import type { Label } from './json-text.js';
import type { RawText } from './raw-text.js';
import type { AttributeValue, RawAttribute, RawSpan, SpanStatus } from './span.js';
import type { SpanHead, SpanOutput, TraceFacts } from './span-output.js';

/** Spans as objects. */
export class SpanList implements SpanOutput {
  readonly spans: RawSpan[] = [];
  private head: SpanHead | undefined;
  private facts: TraceFacts | undefined;
  // A table from the start: objects of so many shapes cost ten times as much to fill.
  private attributes: Record<string, RawAttribute> = Object.create(null);

  begin(facts: TraceFacts, head: SpanHead): void {
    this.facts = facts;
    this.head = head;
    this.attributes = Object.assign(Object.create(null), facts.common);
  }

  fixed({ values }: FixedAttributes): void {
    Object.assign(this.attributes, values);
  }

  text({ name }: AttributeKey, value: string | RawText | undefined): void {
    if (value !== undefined) this.attributes[name] = value;
  }

  label({ name }: AttributeKey, value: Label | undefined): void {
    if (value !== undefined) this.attributes[name] = value.text;
  }

  labels({ name }: AttributeKey, values: readonly Label[]): void {
    this.attributes[name] = values.map(({ text }) => text);
  }

  number({ name }: AttributeKey, value: number | undefined): void {
    if (value !== undefined) this.attributes[name] = value;
  }

  digits({ name }: AttributeKey, value: number): void {
    this.attributes[name] = String(value);
  }

  details({ name }: AttributeKey, names: readonly FixedJson[], values: readonly number[]): void {
    this.attributes[name] = `${values.map((value, at) => names[at]?.json + JSON.stringify(value)).join('')}}`;
  }

  end(): void {
    const { head, facts, attributes } = this;
    if (!head || !facts) throw new Error('no span was begun');
    const { traceId, sessionId, turn, turnId, isComplete } = facts;
    const { spanId, parentSpanId, kind, name, startTimeUnixNano, endTimeUnixNano, failure } = head;
    if (failure !== undefined) Object.assign(attributes, levelOf(failure));
    this.spans.push({
      traceId,
      spanId,
      ...(parentSpanId !== undefined && { parentSpanId }),
      name: name.text,
      kind,
      startTimeUnixNano,
      endTimeUnixNano,
      attributes,
      // The way OpenTelemetry tells of a failure; its backends list these.
      events:
        failure === undefined
          ? []
          : [{ name: 'exception', timeUnixNano: endTimeUnixNano, attributes: exceptionOf(head, failure) }],
      status: failure === undefined ? UNSET : { code: 'error', message: failure },
      sessionId,
      turn,
      turnId,
      isComplete,
    });
    this.head = undefined;
  }
}

const UNSET: SpanStatus = { code: 'unset' };

function levelOf(failure: string): Record<string, AttributeValue> {
  return { 'langfuse.observation.level': 'ERROR', 'langfuse.observation.status_message': failure };
}

function exceptionOf({ kind }: SpanHead, failure: string): Record<string, AttributeValue> {
  return { 'exception.type': `${kind}_error`, 'exception.message': failure };
}
