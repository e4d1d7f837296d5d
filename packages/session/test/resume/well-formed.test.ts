import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wellFormed } from '../../src/resume/well-formed.js';

it('E5 replaces half a surrogate pair with U+FFFD, in names and values at any depth', () => {
  expect(wellFormed([{ 'k\ud800': ['a\udc00b', { text: '\ud83d\ude00 \ud83d' }], n: 1, no: null }])).toEqual([
    { 'k\ufffd': ['a\ufffdb', { text: '\ud83d\ude00 \ufffd' }], n: 1, no: null },
  ]);
});

it('E5 returns everything else unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const isSound = !JSON.stringify(value).match(/\\u[dD][89a-fA-F]/);
      if (isSound) expect(wellFormed(value)).toBe(value);
    }),
  );
});

it('E5 returns text that survives UTF-8', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        expect(wellFormed(text)).toBe(Buffer.from(text).toString());
      },
    ),
  );
});
