import { createRequire } from 'node:module';

/** A span in a request, the same for both encodings. */
export interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  events: { name: string; timeUnixNano: string; attributes: Record<string, unknown> }[];
  status: { code: number; message?: string };
}

export interface WireRequest {
  resource: Record<string, unknown>;
  scope: { name: string; version: string };
  spans: WireSpan[];
}

export function decodeRequest(bytes: Uint8Array, contentType: string): WireSpan[] {
  return decodeAll(bytes, contentType).flatMap((each) => each.spans);
}

export function decodeAll(bytes: Uint8Array, contentType: string): WireRequest[] {
  return contentType.includes('protobuf') ? fromProtobuf(bytes) : fromJson(Buffer.from(bytes).toString('utf8'));
}

interface JsonAny {
  stringValue?: string;
  intValue?: string | number;
  doubleValue?: number;
  boolValue?: boolean;
  arrayValue?: { values: JsonAny[] };
}
type JsonAttributes = { key: string; value: JsonAny }[];

interface JsonRequest {
  resourceSpans: {
    resource: { attributes: JsonAttributes };
    scopeSpans: { scope: { name: string; version: string }; spans: JsonSpan[] }[];
  }[];
}

interface JsonSpan extends Omit<WireSpan, 'attributes' | 'events'> {
  attributes: JsonAttributes;
  events: { name: string; timeUnixNano: string; attributes: JsonAttributes }[];
}

function fromJson(text: string): WireRequest[] {
  const { resourceSpans } = JSON.parse(text) as JsonRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.map(({ scope, spans }) => ({
      resource: attributesOf(resource.attributes),
      scope: { name: scope.name, version: scope.version },
      spans: spans.map(spanOf),
    })),
  );
}

function spanOf(span: JsonSpan): WireSpan {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: String(span.startTimeUnixNano),
    endTimeUnixNano: String(span.endTimeUnixNano),
    attributes: attributesOf(span.attributes),
    events: span.events.map((event) => ({
      name: event.name,
      timeUnixNano: String(event.timeUnixNano),
      attributes: attributesOf(event.attributes),
    })),
    status: { ...(span.status.message !== undefined && { message: span.status.message }), code: span.status.code },
  };
}

function attributesOf(list: JsonAttributes): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: JsonAny): unknown {
  if (value.arrayValue) return value.arrayValue.values.map(plainValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}

/** The reader that the official package uses for responses. */
interface OfficialReader {
  isAtEnd(): boolean;
  readTag(): { fieldNumber: number; wireType: number };
  readVarint(): number;
  readBytes(): Uint8Array;
  pos: number;
}
const { ProtobufReader } = createRequire(import.meta.url)(
  '@opentelemetry/otlp-transformer/build/src/common/protobuf/protobuf-reader',
) as { ProtobufReader: new (bytes: Uint8Array) => OfficialReader };

type Fields = Map<number, (number | bigint | Uint8Array)[]>;

function fieldsOf(bytes: Uint8Array): Fields {
  const reader = new ProtobufReader(bytes);
  const fields: Fields = new Map();
  while (!reader.isAtEnd()) {
    const { fieldNumber, wireType } = reader.readTag();
    fields.set(fieldNumber, [...(fields.get(fieldNumber) ?? []), valueAt(reader, wireType, bytes)]);
  }
  return fields;
}

function valueAt(reader: OfficialReader, wireType: number, bytes: Uint8Array): number | bigint | Uint8Array {
  if (wireType === 0) return reader.readVarint();
  if (wireType === 2) return reader.readBytes();
  const size = wireType === 1 ? 8 : 4;
  const view = new DataView(bytes.buffer, bytes.byteOffset + reader.pos, size);
  reader.pos += size;
  return size === 8 ? view.getBigUint64(0, true) : view.getUint32(0, true);
}

const many = (fields: Fields, number: number) => (fields.get(number) ?? []) as Uint8Array[];
const text = (fields: Fields, number: number) => Buffer.from(many(fields, number)[0] ?? []).toString('utf8');
const hex = (fields: Fields, number: number) => Buffer.from(many(fields, number)[0] ?? []).toString('hex');
const fixed = (fields: Fields, number: number) => String(fields.get(number)?.[0] ?? 0);

function fromProtobuf(bytes: Uint8Array): WireRequest[] {
  return many(fieldsOf(bytes), 1).flatMap((resourceSpans) => {
    const fields = fieldsOf(resourceSpans);
    const resource = protobufAttributes(many(fieldsOf(many(fields, 1)[0] ?? new Uint8Array()), 1));
    return many(fields, 2).map((scopeSpans) => {
      const inner = fieldsOf(scopeSpans);
      const scope = fieldsOf(many(inner, 1)[0] ?? new Uint8Array());
      return {
        resource,
        scope: { name: text(scope, 1), version: text(scope, 2) },
        spans: many(inner, 2).map((span) => protobufSpan(fieldsOf(span))),
      };
    });
  });
}

function protobufSpan(fields: Fields): WireSpan {
  const status = fieldsOf(many(fields, 15)[0] ?? new Uint8Array());
  return {
    traceId: hex(fields, 1),
    spanId: hex(fields, 2),
    ...(fields.has(4) && { parentSpanId: hex(fields, 4) }),
    name: text(fields, 5),
    kind: Number(fields.get(6)?.[0] ?? 0),
    startTimeUnixNano: fixed(fields, 7),
    endTimeUnixNano: fixed(fields, 8),
    attributes: protobufAttributes(many(fields, 9)),
    events: many(fields, 11).map((bytes) => {
      const event = fieldsOf(bytes);
      return { name: text(event, 2), timeUnixNano: fixed(event, 1), attributes: protobufAttributes(many(event, 3)) };
    }),
    status: { ...(status.has(2) && { message: text(status, 2) }), code: Number(status.get(3)?.[0] ?? 0) },
  };
}

function protobufAttributes(list: readonly Uint8Array[]): Record<string, unknown> {
  return Object.fromEntries(
    list.map((bytes) => {
      const fields = fieldsOf(bytes);
      return [text(fields, 1), protobufValue(many(fields, 2)[0] ?? new Uint8Array())];
    }),
  );
}

function protobufValue(bytes: Uint8Array): unknown {
  const fields = fieldsOf(bytes);
  if (fields.has(1)) return text(fields, 1);
  if (fields.has(2)) return fields.get(2)?.[0] === 1;
  if (fields.has(3)) return Number(fields.get(3)?.[0]);
  if (fields.has(4)) {
    const buffer = new DataView(new ArrayBuffer(8));
    buffer.setBigUint64(0, BigInt(fields.get(4)?.[0] as bigint));
    return buffer.getFloat64(0);
  }
  const array = many(fields, 5)[0];
  return array === undefined ? undefined : many(fieldsOf(array), 1).map(protobufValue);
}
