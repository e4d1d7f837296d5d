import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allWritings, hiddenWritings, lastWritings } from '../../app/src/text/overwritten.js';

const ESC = '\u001b';

describe('overwritten lines', () => {
  it('show the final text', () => {
    expect(lastWritings('10 %\r50 %\r100 %\ndone\r\n')).toBe('100 %\ndone\n');
    expect(lastWritings('100 %\r')).toBe('100 %');
  });

  it('keep colours that overwritten text set', () => {
    expect(lastWritings(`${ESC}[31mfirst\rlast${ESC}[0m`)).toBe(`${ESC}[31mlast${ESC}[0m`);
  });

  it('are all shown on request', () => {
    expect(allWritings('a\rb\r\rc\nd')).toBe('a\nb\nc\nd');
  });

  it('are counted if they hide something', () => {
    expect(hiddenWritings('a\rb\rc\nd')).toBe(2);
    expect(hiddenWritings('same\rsame\n')).toBe(0);
    expect(hiddenWritings('line\r\nline\r\n')).toBe(0);
    expect(hiddenWritings(`bar${ESC}[K\r`)).toBe(0);
  });

  it('lose no text, and hide none without counting it', () => {
    const text = fc.array(fc.oneof(fc.constantFrom('\r', '\n', '\r\n', ' '), fc.stringMatching(/^[a-z]{1,4}$/)));
    fc.assert(
      fc.property(text, (parts) => {
        const printed = parts.join('');
        const words = printed.match(/[a-z]+/g) ?? [];
        expect(allWritings(printed).match(/[a-z]+/g) ?? []).toEqual(words);
        const last = new Set(lastWritings(printed).match(/[a-z]+/g));
        if (hiddenWritings(printed) === 0) for (const word of words) expect(last).toContain(word);
      }),
    );
  });
});
