import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Heights } from '../../app/src/window/heights.js';

describe('heights of a long list', () => {
  it('finds the row at any height, whatever was measured', () => {
    const rows = fc.array(
      fc.record({ estimate: fc.integer({ min: 1, max: 300 }), real: fc.option(fc.integer({ min: 1, max: 900 })) }),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(rows, fc.nat(20_000), (list, y) => {
        const heights = new Heights();
        heights.setRows(list.map(({ estimate }, at) => ({ key: `r${at}`, estimate })));
        list.forEach(({ real }, at) => {
          if (real !== null) heights.measure(`r${at}`, real);
        });
        const sizes = list.map(({ estimate, real }) => real ?? estimate);
        expect(heights.total).toBe(sizes.reduce((a, b) => a + b, 0));
        const found = heights.rowAt(y);
        expect(heights.top(found)).toBeLessThanOrEqual(y);
        if (found < list.length - 1) expect(heights.top(found + 1)).toBeGreaterThan(y);
      }),
    );
  });

  it('keeps measurements when rows are inserted before', () => {
    const heights = new Heights();
    heights.setRows([{ key: 'b', estimate: 10 }]);
    heights.measure('b', 70);
    heights.setRows([
      { key: 'a', estimate: 10 },
      { key: 'b', estimate: 10 },
    ]);
    expect(heights.top(1)).toBe(10);
    expect(heights.total).toBe(80);
    expect(heights.indexOf('b')).toBe(1);
  });
});
