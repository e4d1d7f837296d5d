import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wellFormed } from '../../src/resume/well-formed.js';

it('puts U+FFFD in the place of half a surrogate pair, in names and values however deep', () => {
  expect(wellFormed([{ 'k\ud800': ['a\udc00b', { text: '\ud83d\ude00 \ud83d' }], n: 1, no: null }])).toEqual([
    { 'k\ufffd': ['a\ufffdb', { text: '\ud83d\ude00 \ufffd' }], n: 1, no: null },
  ]);
});

it('leaves everything else as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const isSound = !JSON.stringify(value).match(/\\u[dD][89a-fA-F]/);
      if (isSound) expect(wellFormed(value)).toBe(value);
    }),
  );
});

it('gives what survives being sent as UTF-8', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        expect(wellFormed(text)).toBe(Buffer.from(text).toString());
      },
    ),
  );
});
