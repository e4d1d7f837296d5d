import type { Attributes, AttributeValue } from '../span/span.js';
import { ProtobufWriter } from './protobuf-writer.js';
import type { Sender } from './resource.js';
import type { SentSpan } from './sent-span.js';
import { kindNumber, statusNumber } from './wire-numbers.js';

/**
 * An export request in OTLP's protobuf. Field numbers are those of opentelemetry/proto/trace/v1/trace.proto,
 * common/v1/common.proto and resource/v1/resource.proto.
 */
export function requestProtobuf(spans: readonly SentSpan[], { resource, scope }: Sender): Uint8Array {
  const request = new ProtobufWriter();
  request.message(1, (resourceSpans) => {
    resourceSpans.message(1, (inner) => writeAttributes(inner, 1, resource));
    resourceSpans.message(2, (scopeSpans) => {
      scopeSpans.message(1, (inner) => {
        inner.string(1, scope.name);
        inner.string(2, scope.version);
      });
      for (const span of spans) scopeSpans.message(2, (inner) => writeSpan(inner, span));
    });
  });
  return request.bytes();
}

function writeSpan(writer: ProtobufWriter, span: SentSpan): void {
  writer.raw(1, Buffer.from(span.traceId, 'hex'));
  writer.raw(2, Buffer.from(span.spanId, 'hex'));
  if (span.parentSpanId !== undefined) writer.raw(4, Buffer.from(span.parentSpanId, 'hex'));
  writer.string(5, span.name);
  writer.unsigned(6, kindNumber(span.kind));
  writer.fixed64(7, BigInt(span.startTimeUnixNano));
  writer.fixed64(8, BigInt(span.endTimeUnixNano));
  writeAttributes(writer, 9, span.attributes);
  for (const event of span.events) {
    writer.message(11, (inner) => {
      inner.fixed64(1, BigInt(event.timeUnixNano));
      inner.string(2, event.name);
      writeAttributes(inner, 3, event.attributes);
    });
  }
  writer.message(15, (inner) => {
    if (span.status.message !== undefined) inner.string(2, span.status.message);
    inner.unsigned(3, statusNumber(span.status.code));
  });
}

function writeAttributes(writer: ProtobufWriter, field: number, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) {
    writer.message(field, (inner) => {
      inner.string(1, key);
      inner.message(2, (any) => writeAnyValue(any, value));
    });
  }
}

function writeAnyValue(writer: ProtobufWriter, value: AttributeValue): void {
  if (typeof value === 'string') writer.string(1, value);
  else if (typeof value === 'boolean') writer.boolean(2, value);
  else if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) writer.int64(3, BigInt(value));
    else writer.double(4, value);
  } else {
    writer.message(5, (array) => {
      for (const each of value) array.message(1, (inner) => writeAnyValue(inner, each));
    });
  }
}
