import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutTape, segmentAt, stripesOf } from '../../app/src/tape/layout.js';
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
  it.each(['time', 'tokens'] as const)('gives every turn a place inside it, in order, by %s', (mode) => {
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
});
