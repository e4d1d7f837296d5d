import type { AttributeValue } from '../span/span.js';
import type { Sender } from './resource.js';
import type { SentSpan } from './sent-span.js';
import { type Attributes, kindNumber, statusNumber } from './wire-numbers.js';

/**
 * An export request in OTLP's JSON: ids in lower-case hex, 64-bit numbers as strings, enums as numbers.
 * Spans come as JSON text already (see `spanJson`), since batches are cut by its size.
 */
export function requestJson(spans: readonly string[], { resource, scope }: Sender): string {
  const head = JSON.stringify({ resource: { attributes: keyValues(resource) } }).slice(0, -1);
  return `{"resourceSpans":[${head},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[${spans.join(',')}]}]}]}`;
}

export function spanJson(span: SentSpan): string {
  return JSON.stringify({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kindNumber(span.kind),
    startTimeUnixNano: span.startTimeUnixNano,
    endTimeUnixNano: span.endTimeUnixNano,
    attributes: keyValues(span.attributes),
    events: span.events.map(({ name, timeUnixNano, attributes }) => ({
      timeUnixNano,
      name,
      attributes: keyValues(attributes),
    })),
    status: {
      ...(span.status.message !== undefined && { message: span.status.message }),
      code: statusNumber(span.status.code),
    },
  });
}

function keyValues(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((each) => anyValue(each)) } };
}
