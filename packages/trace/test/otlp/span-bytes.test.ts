import { describe, expect, it } from 'vitest';
import { unpackSpans } from '../../src/backfill/packed-spans.js';
import { encodedSpan, encodedSpans } from '../../src/otlp/encode-json.js';
import { SpanBytes } from '../../src/otlp/span-bytes.js';
import { AttributeKey, FixedAttributes } from '../../src/span/attribute-key.js';
import { Label } from '../../src/span/json-text.js';
import type { SpanKind } from '../../src/span/span.js';
import { SpanList } from '../../src/span/span-list.js';
import type { SpanOutput, TraceFacts } from '../../src/span/span-output.js';

const KINDS: readonly SpanKind[] = ['turn', 'agent', 'generation', 'tool', 'event'];
const FIXED = new FixedAttributes({ 'test.kind': 'any', 'test.quote': '"\u0001' });
const TEXT = new AttributeKey('test.text');
const NAME = new AttributeKey('test."name"');
const LIST = new AttributeKey('test.list');
const NUMBER = new AttributeKey('test.number');
const DIGITS = new AttributeKey('test.digits');

function factsOf(turn: number, more: TraceFacts['common'] = {}): TraceFacts {
  const traceId = turn.toString(16).padStart(32, '0');
  const common = { 'session.id': 'é"\u0004', ...more };
  return { traceId, name: `Turn ${turn}`, sessionId: 's', turn, turnId: 't', isComplete: true, common };
}

function tell(out: SpanOutput, facts: TraceFacts, number: number, text: string): void {
  out.begin(facts, {
    spanId: number.toString(16).padStart(16, '0'),
    parentSpanId: number % 3 === 0 ? undefined : 'f'.repeat(16),
    kind: KINDS[number % KINDS.length] ?? 'tool',
    name: new Label(`name ${number} "\u0006!`),
    startTimeUnixNano: `${number}000000`,
    endTimeUnixNano: '0',
    failure: number % 7 === 0 ? 'it "failed"\n\u0005' : undefined,
  });
  out.fixed(FIXED);
  out.text(TEXT, text);
  out.label(NAME, number % 2 === 0 ? new Label('→ 🙂 \u0002') : undefined);
  out.labels(LIST, [new Label('one'), new Label('"two"')]);
  out.number(NUMBER, number / 8);
  out.digits(DIGITS, number);
  out.end();
}

/** What is told of some turns, as bytes and as a list. */
function expectSame(out: SpanBytes, turns: readonly (readonly [TraceFacts, readonly string[]])[]): void {
  const list = new SpanList();
  let number = 0;
  for (const [facts, texts] of turns) {
    for (const text of texts) {
      tell(out, facts, number, text);
      tell(list, facts, number, text);
      number++;
    }
  }
  const wanted = encodedSpans(list.spans);
  const { bytes, facts } = out.take();
  expect(bytes.equals(wanted.bytes)).toBe(true);
  const made = unpackSpans({ bytes, facts }).map((span) => [span.spanId, span.kind, encodedSpan(span).mark]);
  expect(made).toEqual(list.spans.map(({ spanId, kind }, at) => [spanId, kind, wanted.pieces[at]?.mark]));
}

describe('spans written as they are told', () => {
  const out = new SpanBytes(0);

  it('say what a list of them says', () => {
    expectSame(out, [[factsOf(1), ['', 'a "text"\n', '\u0001\u0002\u0003\u0004\u0005\u0006 \u001f', 'é→🙂\ud83d']]]);
  });

  it('may be none', () => {
    expect(out.take()).toEqual({ bytes: Buffer.alloc(0), facts: '' });
  });

  it('may be of several turns', () => {
    expectSame(out, [
      [factsOf(1), ['a', 'b']],
      [factsOf(2, { 'user.id': 'x' }), ['c']],
      [factsOf(3), ['d']],
    ]);
  });

  it('may be very many, or very long', () => {
    expectSame(out, [[factsOf(1), Array.from({ length: 20_000 }, (_, at) => `text ${at}`)]]);
    expectSame(out, [[factsOf(1), Array.from({ length: 40 }, () => '\u001b[31m→'.repeat(10_000))]]);
  });

  it('may have more in common than there is room for', () => {
    expectSame(out, [[factsOf(1, { 'user.id': 'é'.repeat(60_000) }), ['a', 'b']]]);
    expectSame(out, [[factsOf(2), ['c']]]);
  });

  it('are forgotten when they are dropped', () => {
    tell(out, factsOf(1), 1, 'gone');
    out.drop();
    expectSame(out, [[factsOf(1), ['there']]]);
    out.begin(factsOf(4), {
      spanId: 'a'.repeat(16),
      parentSpanId: undefined,
      kind: 'tool',
      name: new Label('not told to its end'),
      startTimeUnixNano: '0',
      endTimeUnixNano: '0',
      failure: undefined,
    });
    out.drop();
    expectSame(out, [[factsOf(1), ['there']]]);
  });
});
