import { afterEach, expect, it, vi } from 'vitest';
import { linesOf } from './lines-of.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('blank lines are not parsed: an exception for each of a million takes seconds', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const lines = linesOf('{"a":1}\n\n \t\n\r\n{"b":2}\n');
  expect(lines.map(({ state }) => state)).toEqual(['whole', 'blank', 'blank', 'blank', 'whole']);
  expect(parse).toHaveBeenCalledTimes(2);
});
