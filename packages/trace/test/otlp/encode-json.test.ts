import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodedSpan } from '../../src/otlp/encode-json.js';
import type { SentSpan } from '../../src/otlp/sent-span.js';
import { madeUpSpan } from '../support/spans.js';
import { wireSpan } from '../support/tracer.js';

const long = fc.constantFrom('a', '"\n', 'é→', '🙂', '\ud83d').map((unit) => unit.repeat(300));
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), long);
const value = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.array(text, { maxLength: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
);
const attributes = fc.dictionary(text, value, { maxKeys: 6 }).map((made) => Object.assign(Object.create(null), made));
const span = fc
  .record({
    name: text,
    kind: fc.constantFrom<SentSpan['kind']>('turn', 'agent', 'generation', 'tool', 'event'),
    startTimeUnixNano: fc.nat().map(String),
    attributes,
    events: fc.array(fc.record({ name: text, timeUnixNano: fc.nat().map(String), attributes }), { maxLength: 2 }),
    status: fc.record(
      { code: fc.constantFrom<'ok' | 'error'>('ok', 'error'), message: text },
      { requiredKeys: ['code'] },
    ),
  })
  .map((fields) => madeUpSpan(1, fields));

describe('a span in JSON', () => {
  it('has everything that the span has', () => {
    fc.assert(
      fc.property(span, (each) => {
        const { traceId, spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano, events } = each;
        expect(wireSpan(each)).toEqual({
          ...{ traceId, spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano },
          attributes: { ...each.attributes },
          events: events.map((event) => ({ ...event, attributes: { ...event.attributes } })),
          kind: each.kind === 'generation' ? 3 : 1,
          status: { ...each.status, code: each.status.code === 'ok' ? 1 : 2 },
        });
      }),
      { numRuns: 300 },
    );
  });

  it('has a different mark when anything in it differs', () => {
    fc.assert(
      fc.property(span, span, (one, other) => {
        const same = encodedSpan(one).bytes.equals(encodedSpan(other).bytes);
        expect(encodedSpan(one).mark === encodedSpan(other).mark).toBe(same);
        expect(encodedSpan({ ...one }).mark).toBe(encodedSpan(one).mark);
        expect(encodedSpan(one).mark).toMatch(/^[\w-]{22}$/);
      }),
      { numRuns: 200 },
    );
  });

  it('repeats the right one of two long texts', () => {
    const [a, b] = ['a'.repeat(300), 'b'.repeat(300)];
    const withTexts = (third: string) => madeUpSpan(1, { attributes: { first: a, second: b, third } });
    expect(encodedSpan(withTexts(a)).mark).not.toBe(encodedSpan(withTexts(b)).mark);
    expect(wireSpan(withTexts(b)).attributes).toEqual({ first: a, second: b, third: b });
  });

  it('keeps its bytes while others are written', () => {
    const spans = Array.from({ length: 60 }, (_, at) => {
      const output = `\u001b[31m→ ${at} `.repeat(at * 100);
      return madeUpSpan(at, { attributes: { input: `${at}`, output: output, result: output, more: output } });
    });
    const jsons = spans.map((each) => JSON.stringify(JSON.parse(encodedSpan(each).bytes.toString())));
    spans.forEach((each, at) => {
      expect(encodedSpan(each).bytes.toString() === jsons[at]).toBe(true);
      expect(wireSpan(each).attributes).toEqual(each.attributes);
    });
  });
});
