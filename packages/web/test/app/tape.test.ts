import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Zoom } from '../../app/src/tape/zoom.js';
import { layoutTape, placeIn, segmentAt, stripesOf } from '../../src/tape/layout.js';
import { turnOutline } from './turn-outline.js';

const turns = fc.array(
  fc.record({
    start: fc.option(fc.nat(1e9)),
    long: fc.nat(1e7),
    output: fc.nat(1e6),
    bands: fc.array(fc.nat(1e6), { maxLength: 8 }),
  }),
  { maxLength: 80 },
);

describe('the tape', () => {
  it.each(['time', 'tokens'] as const)('has a place for every turn, in order, by %s', (mode) => {
    fc.assert(
      fc.property(turns, fc.integer({ min: 40, max: 2000 }), (list, width) => {
        const outlines = list.map((turn, at) => turnOutline({ number: at + 1, ...turn }));
        const segments = layoutTape(outlines, mode, width);
        let last = 0;
        for (const segment of segments) {
          expect(segment.start).toBeGreaterThanOrEqual(last - 0.001);
          expect(segment.end).toBeGreaterThan(segment.start);
          expect(segment.end).toBeLessThanOrEqual(width + 0.5);
          last = segment.end;
          for (const stripe of stripesOf(segment, mode, 1e6)) {
            expect(stripe.height).toBeGreaterThan(0);
            expect(stripe.height).toBeLessThanOrEqual(1);
            expect(stripe.start).toBeGreaterThanOrEqual(segment.start - 0.001);
          }
          expect(segmentAt(segments, (segment.start + segment.end) / 2)).toBeDefined();
        }
      }),
    );
  });

  const [MINUTE, DAY] = [60_000, 86_400_000];

  it('has labelled notches for a night and a weekend instead of empty space', () => {
    const list = [0, DAY, 4 * DAY].map((start, at) => turnOutline({ number: at + 1, start, long: 5 * MINUTE }));
    const segments = layoutTape(list, 'time', 800);
    const filled = segments.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(filled).toBeGreaterThan(640);
    expect(segments.map(({ notches }) => notches.map(({ ms, isNamed }) => [ms, isNamed]))).toEqual([
      [],
      [[DAY - 5 * MINUTE, true]],
      [[3 * DAY - 5 * MINUTE, true]],
    ]);
  });

  it('has a notch where a tool waited for an answer', () => {
    const turn = turnOutline({ number: 1, start: 0, long: DAY });
    const band = { kind: 'other', byte: 5, startedAt: MINUTE, endedAt: DAY, size: 9, failed: 0, rejected: 0 } as const;
    const [segment] = layoutTape([{ ...turn, bands: [{ ...band, endedAt: 2 * MINUTE }, band] }], 'time', 600);
    expect(segment?.notches.some(({ ms }) => ms > DAY / 2)).toBe(true);
    expect(segment?.end).toBeLessThanOrEqual(600.5);
  });

  it('has lines in order', () => {
    const bands = [1, 2, 3].map((at) => ({
      kind: 'text' as const,
      byte: at * 100,
      startedAt: at * MINUTE,
      endedAt: (at + 1) * MINUTE,
      size: 10,
      failed: 0,
      rejected: 0,
    }));
    const turn = { ...turnOutline({ number: 1, start: MINUTE, long: 3 * MINUTE }), bands };
    for (const mode of ['time', 'tokens'] as const) {
      const [segment] = layoutTape([turn], mode, 600);
      if (!segment) throw new Error('there is no segment');
      const x = placeIn(segment, mode, { at: 3 * MINUTE, byte: 250 });
      expect(x).toBeGreaterThan(segment.start + 300);
      expect(x).toBeLessThan(segment.end - 100);
    }
  });

  it('zooms around the pointer and to a turn, and stays within its ends', () => {
    const list = Array.from({ length: 40 }, (_, at) =>
      turnOutline({ number: at + 1, start: at * 10 * MINUTE, long: 9 * MINUTE }),
    );
    const zoom = new Zoom();
    zoom.resize(800);
    const under = (x: number) => segmentAt(zoom.segments(list, 'time'), zoom.now.left + x)?.turn.number;
    const before = under(300);
    for (let step = 0; step < 5; step++) {
      zoom.by(1.5, 300);
      expect(under(300)).toBe(before);
    }
    zoom.toTurn(30);
    expect(under(400)).toBe(30);
    expect(under(100)).toBe(30);
    zoom.toTurn(30);
    expect(zoom.now).toMatchObject({ scale: 1, left: 0 });
    zoom.by(4, 0);
    zoom.moveBy(1e6);
    expect(zoom.now.left).toBe(2400);
    zoom.moveBy(-1e6);
    expect(zoom.now.left).toBe(0);
  });
});
