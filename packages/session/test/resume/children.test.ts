import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeOf } from '../../src/model/make-node.js';
import { Children } from '../../src/resume/children.js';
import type { ResumeLine } from '../../src/resume/resume-line.js';

function lineAt(order: number): ResumeLine {
  const place = { line: order + 1, byte: 0, length: 0, part: 0, isWhole: true, isSeen: true };
  return { node: nodeOf({}, place, order), order, mainOrder: order, parentUuid: null, parent: null };
}

test('returns the lines with a given parent, in file order', () => {
  const parents = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.option(fc.nat(40), { nil: null })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(parents, (drawn) => {
      let order = -1;
      const lines = drawn.map(([step]) => {
        order += step;
        return lineAt(order);
      });
      lines.forEach((line, at) => {
        const parent = drawn[at]?.[1];
        line.parent = parent === null || parent === undefined ? null : (lines[parent % lines.length] ?? null);
      });
      const children = new Children(lines);
      for (const line of lines) {
        const expected = lines.filter((each) => each.parent === line);
        expect(children.of(line)).toEqual(expected);
        expect(children.has(line)).toBe(expected.length > 0);
      }
    }),
  );
});

test('returns no children without lines', () => {
  expect(new Children([]).of(lineAt(3))).toEqual([]);
});

test('counts a line as the child of a line that is not its parent', () => {
  const [first, second] = [lineAt(0), lineAt(1)];
  const children = new Children([first, second], (line) => (line === second ? first : null));
  expect(children.of(first)).toEqual([second]);
});
