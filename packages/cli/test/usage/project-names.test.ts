import fc from 'fast-check';
import { expect, it } from 'vitest';
import { projectNames } from '../../src/usage/project-names.js';

it('adds as much of the path as is needed to tell folders of one name apart', () => {
  const paths = ['/a/x/cli', '/a/y/cli', '/a/y/web', '/cli', 'C:\\work\\cli', '-slug'];
  expect([...projectNames(paths).values()]).toEqual(['x/cli', 'y/cli', 'web', '/cli', 'work/cli', '-slug']);
});

it('tells all folders apart', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
    .map((parts) => `/${parts.join('/')}`);
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
      const names = [...projectNames(paths).values()];
      expect(new Set(names).size).toBe(paths.length);
    }),
  );
});
