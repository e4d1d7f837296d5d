import { gunzipSync } from 'node:zlib';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportRequest } from '../../src/otlp/export-request.js';
import { senderOf } from '../../src/otlp/resource.js';
import { kindNumber, statusNumber } from '../../src/otlp/wire-numbers.js';
import type { Span } from '../../src/span/span.js';
import { decodeAll } from '../support/decode-otlp.js';
import { madeUpSpan, madeUpSpans } from '../support/spans.js';

const sender = senderOf('1.2.3', { 'host.name': 'here' });
const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';

const hex = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''));
const nanos = fc.bigInt(1_600_000_000_000_000_000n, 1_900_000_000_000_000_000n).map(String);
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.integer({ min: 0 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each)),
  fc.array(fc.string(), { maxLength: 3 }),
);
const attributes = fc.dictionary(
  fc.string({ minLength: 1, unit: 'grapheme' }).map((key) => `k.${key}`),
  value,
);
const span: fc.Arbitrary<Span> = fc.record({
  traceId: hex(32),
  spanId: hex(16),
  name: fc.string({ minLength: 1 }),
  kind: fc.constantFrom('turn', 'agent', 'generation', 'tool', 'event'),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  events: fc.array(fc.record({ name: fc.string({ minLength: 1 }), timeUnixNano: nanos, attributes }), { maxLength: 2 }),
  status: fc.constantFrom<Span['status']>({ code: 'unset' }, { code: 'ok' }, { code: 'error', message: 'it broke' }),
  sessionId: fc.constant('s'),
  turn: fc.constant(1),
  turnId: fc.constant('t'),
  isComplete: fc.constant(true),
});
const child = fc
  .tuple(span, fc.option(hex(16)))
  .map(([each, parentSpanId]) => (parentSpanId ? { ...each, parentSpanId } : each));

describe('an export request', () => {
  it.each(['json', 'protobuf'] as const)(
    'in %s says what the official serializer says of the same spans',
    async (encoding) => {
      const official = encoding === 'json' ? JsonTraceSerializer : ProtobufTraceSerializer;
      const type = encoding === 'json' ? JSON_TYPE : PROTOBUF_TYPE;
      await fc.assert(
        fc.asyncProperty(fc.array(child, { minLength: 1, maxLength: 4 }), async (spans) => {
          const { body } = await exportRequest(spans, sender, { encoding, gzip: false });
          const theirs = official.serializeRequest(spans.map(readableSpan)) ?? new Uint8Array();
          expect(decodeAll(body, type)).toEqual(decodeAll(theirs, type));
        }),
        { numRuns: 200 },
      );
    },
  );

  it('says the same in both encodings, compressed or not', async () => {
    const spans = [...madeUpSpans(25), madeUpSpan(99, { name: 'ünïcode 🧵', kind: 'generation' })];
    const plain = decodeAll((await exportRequest(spans, sender, { encoding: 'json', gzip: false })).body, JSON_TYPE);
    const small = await exportRequest(spans, sender, { encoding: 'protobuf', gzip: true });
    expect(small.headers).toEqual({ 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' });
    expect(decodeAll(gunzipSync(small.body), PROTOBUF_TYPE)).toEqual(plain);
    expect(plain[0]?.resource).toEqual({ 'service.name': 'claude-code', 'host.name': 'here' });
    expect(plain[0]?.scope).toEqual({ name: 'unspool', version: '1.2.3' });
  });

  it('writes 64-bit numbers of JSON as strings, and ids in lower-case hex', async () => {
    const { body } = await exportRequest([madeUpSpan(3)], sender, { encoding: 'json', gzip: false });
    const text = Buffer.from(body).toString();
    expect(text).toContain('"startTimeUnixNano":"1700000000003000000"');
    expect(text).toContain('{"key":"number","value":{"intValue":"3"}}');
    expect(text).toMatch(/"traceId":"[0-9a-f]{32}","spanId":"[0-9a-f]{16}","parentSpanId":"[0-9a-f]{16}"/);
  });
});

/** Our span as the SDK would pass it to its exporter. */
function readableSpan(from: Span): ReadableSpan {
  const context = (spanId: string) => ({ traceId: from.traceId, spanId, traceFlags: 1 });
  return {
    name: from.name,
    kind: kindNumber(from.kind) - 1,
    spanContext: () => context(from.spanId),
    ...(from.parentSpanId !== undefined && { parentSpanContext: context(from.parentSpanId) }),
    startTime: time(from.startTimeUnixNano),
    endTime: time(from.endTimeUnixNano),
    status: { code: statusNumber(from.status.code), ...(from.status.message && { message: from.status.message }) },
    attributes: from.attributes,
    links: [],
    events: from.events.map((event) => ({
      name: event.name,
      time: time(event.timeUnixNano),
      attributes: event.attributes,
    })),
    duration: [0, 0],
    ended: true,
    resource,
    instrumentationScope: sender.scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

const resource = {
  attributes: sender.resource,
  merge: () => resource,
  getRawAttributes: () => [],
} as ReadableSpan['resource'];
const time = (nano: string): [number, number] => [
  Number(BigInt(nano) / 1_000_000_000n),
  Number(BigInt(nano) % 1_000_000_000n),
];
