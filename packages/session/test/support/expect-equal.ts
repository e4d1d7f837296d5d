import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** `toEqual` for large values: several times as fast where they are equal. */
export function expectEqual(actual: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected);
}
