import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackSpans } from '../../src/backfill/packed-spans.js';
import { decodedSpan } from '../../src/otlp/decode-json.js';
import { encodedSpan } from '../../src/otlp/encode-json.js';
import type { MadeSpan } from '../../src/otlp/made-span.js';
import { type SentSpan, sentSpan } from '../../src/otlp/sent-span.js';
import { KINDS } from '../../src/otlp/wire-numbers.js';

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ minLength: 200, maxLength: 400 }));
const value = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.array(text, { maxLength: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
);
const attributes = fc.dictionary(text, value, { maxKeys: 6 }).map((made) => Object.assign(Object.create(null), made));
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const span: fc.Arbitrary<SentSpan> = fc.record(
  {
    traceId: digits(32),
    spanId: digits(16),
    parentSpanId: digits(16),
    name: text,
    kind: fc.constantFrom('turn', 'agent', 'generation', 'tool', 'event'),
    startTimeUnixNano: fc.nat().map(String),
    endTimeUnixNano: fc.nat().map(String),
    attributes,
    events: fc.array(fc.record({ name: text, timeUnixNano: fc.nat().map(String), attributes }), { maxLength: 2 }),
    status: fc.record({ code: fc.constantFrom('unset', 'ok', 'error'), message: text }, { requiredKeys: ['code'] }),
  },
  {
    requiredKeys: [
      'traceId',
      'spanId',
      'name',
      'kind',
      'startTimeUnixNano',
      'endTimeUnixNano',
      'attributes',
      'events',
      'status',
    ],
  },
);

/** As they come from another thread, in a piece of larger memory. */
function packed(spans: readonly SentSpan[]): MadeSpan[] {
  const encoded = spans.map(encodedSpan);
  const memory = Buffer.concat([Buffer.from('before'), ...encoded.map(({ bytes }) => bytes)]);
  const facts = spans.map(({ spanId, kind }, at) => {
    const { mark, size } = encoded[at] ?? { mark: '', size: 0 };
    return `${spanId}${mark}${KINDS.indexOf(kind)}${size}\n`;
  });
  return unpackSpans({ facts: facts.join(''), bytes: memory.subarray('before'.length) });
}

describe('a span that another thread made', () => {
  it('says all that the span said', () => {
    fc.assert(
      fc.property(span, (each) => {
        const { bytes, mark } = encodedSpan(each);
        expect(decodedSpan(bytes, each.kind)).toEqual(each);
        const made = packed([each, each])[1];
        expect(made?.mark).toBe(mark);
        expect(made?.size).toBe(bytes.length);
        expect(Buffer.from(made?.bytes ?? []).equals(bytes)).toBe(true);
        expect(made && encodedSpan(made)).toBe(made);
        expect(made && sentSpan(made)).toEqual(each);
      }),
      { numRuns: 300 },
    );
  });

  it('has another mark as soon as anything in it is another', () => {
    fc.assert(
      fc.property(span, span, (one, other) => {
        const same = Buffer.from(encodedSpan(one).bytes).equals(encodedSpan(other).bytes);
        expect(encodedSpan(one).mark === encodedSpan(other).mark).toBe(same);
        expect(encodedSpan({ ...one }).mark).toBe(encodedSpan(one).mark);
      }),
      { numRuns: 200 },
    );
  });

  it('tells which of two long texts stands there again', () => {
    const [a, b] = ['a'.repeat(300), 'b'.repeat(300)];
    const withTexts = (third: string): SentSpan => ({
      traceId: '0'.repeat(32),
      spanId: '1'.repeat(16),
      name: 'x',
      kind: 'tool',
      startTimeUnixNano: '0',
      endTimeUnixNano: '0',
      attributes: { first: a, second: b, third },
      events: [],
      status: { code: 'unset' },
    });
    expect(encodedSpan(withTexts(a)).mark).not.toBe(encodedSpan(withTexts(b)).mark);
    expect(decodedSpan(encodedSpan(withTexts(b)).bytes, 'tool').attributes).toEqual({ first: a, second: b, third: b });
  });
});
