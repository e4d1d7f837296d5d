import type { AttributeValue, SpanStatus } from '../span/span.js';
import { type SentSpan, sentSpan } from './sent-span.js';
import { STATUS } from './wire-numbers.js';

/** A span as `encodedSpan` wrote it. Its kind is not on the wire, where most kinds look alike. */
export function decodedSpan(bytes: Uint8Array<ArrayBuffer>, kind: SentSpan['kind']): SentSpan {
  const { attributes, events, status, ...fields } = JSON.parse(asText(bytes)) as WrittenSpan;
  return sentSpan({
    ...fields,
    kind,
    attributes: attributesFrom(attributes),
    events: events.map((event) => ({
      name: event.name,
      timeUnixNano: event.timeUnixNano,
      attributes: attributesFrom(event.attributes),
    })),
    status: { code: CODES[status.code] ?? 'unset', ...(status.message !== undefined && { message: status.message }) },
  });
}

function asText({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(buffer, byteOffset, length).toString();
}

interface WrittenSpan extends Omit<SentSpan, 'attributes' | 'events' | 'status' | 'kind'> {
  attributes: KeyValue[];
  events: { name: string; timeUnixNano: string; attributes: KeyValue[] }[];
  status: { code: number; message?: string };
}

interface KeyValue {
  key: string;
  value: AnyValue;
}

interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string;
  doubleValue?: number;
  arrayValue?: { values: AnyValue[] };
}

const CODES = Object.keys(STATUS) as SpanStatus['code'][];

function attributesFrom(pairs: readonly KeyValue[]): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = Object.create(null);
  for (const { key, value } of pairs) attributes[key] = valueFrom(value);
  return attributes;
}

function valueFrom({ stringValue, boolValue, intValue, doubleValue, arrayValue }: AnyValue): AttributeValue {
  if (arrayValue) return arrayValue.values.map((each) => each.stringValue ?? '');
  if (intValue !== undefined) return Number(intValue);
  return stringValue ?? boolValue ?? doubleValue ?? '';
}
