import { describe, expect, it } from 'vitest';
import { wrap, wrapSpans } from '../../src/terminal/wrap.js';

describe('wrap', () => {
  it('breaks at spaces, keeps indentation and blank lines', () => {
    expect(wrap('one two three four\n\n  five', 10)).toEqual(['one two', 'three four', '', '  five']);
  });

  it('breaks words that are longer than a line', () => {
    expect(wrap('abcdefghijklmnop', 10)).toEqual(['abcdefghij', 'klmnop']);
  });

  it('counts wide characters as two columns', () => {
    expect(wrap('日本語日本語', 10)).toEqual(['日本語日本', '語']);
  });

  it('paints each line by itself', () => {
    const mark = (text: string) => `<${text}>`;
    expect(wrapSpans([{ text: 'one ' }, { text: 'two three', paint: mark }], 10)).toEqual(['one <two>', '<three>']);
  });

  it('leaves lines of unlimited width unchanged, whatever characters they contain', () => {
    for (const text of ['  two  words', '漢字 👩‍👩‍👧 e\u0301', 'a\n\nb'])
      expect(wrap(text, Number.POSITIVE_INFINITY)).toEqual(wrap(text, 1000));
  });

  it('takes time in proportion to a line, however long it is', () => {
    // Not by the clock: on a busy machine that tells nothing.
    const started = process.cpuUsage();
    expect(wrap('x'.repeat(1_000_000), 80)).toHaveLength(12_500);
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});
