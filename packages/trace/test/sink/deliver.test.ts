import { describe, expect, it } from 'vitest';
import { deliver, type RetryPolicy } from '../../src/sink/deliver.js';
import type { Outcome } from '../../src/sink/outcome.js';
import type { Span } from '../../src/span/span.js';
import { madeUpSpan, madeUpSpans } from '../support/spans.js';

const pauses: number[] = [];
const retryPolicy: RetryPolicy = {
  tries: 3,
  firstMs: 100,
  maxMs: 1000,
  sleep: async (ms) => {
    pauses.push(ms);
  },
  random: () => 1,
};

/** A sink with scripted responses, which keeps what it accepted. */
function sinkOf(answer: (spans: readonly Span[]) => Outcome) {
  const taken: string[] = [];
  const sizes: number[] = [];
  return {
    name: 'test',
    taken,
    sizes,
    send: async (spans: readonly Span[]) => {
      sizes.push(spans.length);
      const outcome = answer(spans);
      if (outcome.kind === 'accepted') taken.push(...spans.map((span) => span.spanId));
      return outcome;
    },
  };
}

describe('deliver', () => {
  it('splits batches that are too large, and keeps the order', async () => {
    const sink = sinkOf((spans) => (spans.length > 3 ? { kind: 'too_large', reason: '413' } : { kind: 'accepted' }));
    const spans = madeUpSpans(20);
    expect(await deliver(sink, spans, retryPolicy)).toEqual({
      kind: 'settled',
      accepted: 20,
      rejected: [],
      leftOut: 0,
      notes: [],
    });
    expect(sink.taken).toEqual(spans.map((span) => span.spanId));
  });

  it('keeps all spans for later if everything is refused, even an empty request', async () => {
    const sink = sinkOf(() => ({ kind: 'rejected', reason: 'HTTP 400: unknown path' }));
    expect(await deliver(sink, madeUpSpans(20), retryPolicy)).toMatchObject({
      kind: 'stopped',
      settled: 0,
      rejected: [],
      isBlocked: true,
      reason: 'HTTP 400: unknown path; a request without spans is refused as well',
    });
    expect(sink.sizes).toEqual([20, 10, 5, 3, 2, 1, 1, 0]);
  });

  it('puts all spans aside if an empty request is accepted', async () => {
    const sink = sinkOf((spans) => (spans.length > 0 ? { kind: 'rejected', reason: '400' } : { kind: 'accepted' }));
    expect(await deliver(sink, madeUpSpans(5), retryPolicy)).toMatchObject({ kind: 'settled', accepted: 0 });
    expect(sink.sizes.filter((size) => size === 0)).toHaveLength(1);
  });

  it('puts a single span that is too large aside', async () => {
    const isHuge = (span: Span) => span.name === 'huge';
    const sink = sinkOf((spans) => (spans.some(isHuge) ? { kind: 'too_large', reason: '413' } : { kind: 'accepted' }));
    const spans = [...madeUpSpans(4), madeUpSpan(5, { name: 'huge' }), madeUpSpan(6)];
    const delivery = await deliver(sink, spans, retryPolicy);
    expect(delivery).toMatchObject({
      kind: 'settled',
      accepted: 5,
      rejected: [{ reason: '413', span: { name: 'huge' } }],
    });
  });

  it('finds the spans that are refused and sends the rest', async () => {
    const bad = new Set([7, 8, 63].map((number) => madeUpSpan(number).spanId));
    const sink = sinkOf((spans) =>
      spans.some((span) => bad.has(span.spanId)) ? { kind: 'rejected', reason: 'HTTP 400' } : { kind: 'accepted' },
    );
    const delivery = await deliver(sink, madeUpSpans(100), retryPolicy);
    expect(delivery.rejected.map(({ span }) => span.spanId)).toEqual([...bad]);
    expect(new Set(sink.taken).size).toBe(97);
    expect(sink.taken).toHaveLength(97);
    expect(sink.sizes.length).toBeLessThan(50);
  });

  it('waits longer after each failure, or as long as the server asks', async () => {
    let calls = 0;
    pauses.length = 0;
    const sink = sinkOf(() => {
      calls++;
      if (calls === 1) return { kind: 'retry', reason: '503' };
      if (calls === 2) return { kind: 'retry', reason: '429', afterMs: 700 };
      return { kind: 'accepted' };
    });
    expect((await deliver(sink, madeUpSpans(3), retryPolicy)).kind).toBe('settled');
    expect(pauses).toEqual([100, 700]);
  });

  it('stops after some tries, and returns what was settled before', async () => {
    const spans = madeUpSpans(8);
    const sink = sinkOf((batch) => {
      if (batch.length > 4) return { kind: 'too_large', reason: '413' };
      return batch[0] === spans[0] ? { kind: 'accepted' } : { kind: 'retry', reason: '500' };
    });
    expect(await deliver(sink, spans, retryPolicy)).toMatchObject({ kind: 'stopped', settled: 4, isBlocked: false });
  });

  it('does not wait for a pause that is longer than its limit', async () => {
    pauses.length = 0;
    const sink = sinkOf(() => ({ kind: 'retry', reason: '429', afterMs: 60_000 }));
    expect(await deliver(sink, madeUpSpans(1), retryPolicy)).toMatchObject({ kind: 'stopped', afterMs: 60_000 });
    expect(pauses).toEqual([]);
  });

  it('stops at once if the keys are wrong', async () => {
    const sink = sinkOf(() => ({ kind: 'blocked', reason: 'HTTP 401' }));
    expect(await deliver(sink, madeUpSpans(9), retryPolicy)).toMatchObject({
      kind: 'stopped',
      settled: 0,
      isBlocked: true,
    });
    expect(sink.sizes).toEqual([9]);
  });

  it('reports what a receiver says about rejected spans', async () => {
    const sink = sinkOf(() => ({ kind: 'accepted', note: { rejectedSpans: 2, message: 'no' } }));
    expect(await deliver(sink, madeUpSpans(9), retryPolicy)).toMatchObject({ notes: ['2 spans were rejected: no'] });
    // A receiver with impossible counts does not affect ours.
    for (const [rejectedSpans, note] of [
      [999, '9 spans were rejected: no'],
      [-5, 'no'],
    ] as const) {
      const wrong = sinkOf(() => ({ kind: 'accepted', note: { rejectedSpans, message: 'no' } }));
      expect(await deliver(wrong, madeUpSpans(9), retryPolicy)).toMatchObject({ notes: [note] });
    }
  });
});
