import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/model/sha256.js';

const wanted = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the hash that ids are made of', () => {
  it('is SHA-256 for every length around its blocks', () => {
    for (let length = 0; length < 300; length++)
      expect(sha256('x'.repeat(length), 64)).toBe(wanted('x'.repeat(length)));
    expect(sha256('é🙂'.repeat(50_000), 64)).toBe(wanted('é🙂'.repeat(50_000)));
    expect(sha256('', 64)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('is SHA-256 of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(sha256(text, 64)).toBe(wanted(text));
      }),
      { numRuns: 2000 },
    );
  });
});
