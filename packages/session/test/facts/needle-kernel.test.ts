import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutAccents } from '../../src/facts/accents.js';
import { type Needle, needlesOf, needlesOfWord } from '../../src/facts/needle.js';
import { NeedleKernel } from '../../src/facts/needle-kernel.js';

function isIn(text: string, needles: readonly Needle[]): boolean {
  return isFoundBy(new NeedleKernel(needles), text);
}

function isFoundBy(kernel: NeedleKernel, text: string): boolean {
  kernel.bytes.fill(0xff, 0, 4096);
  const end = kernel.bytes.write(text);
  const at = kernel.find(0, end);
  if (at !== end) expect(at).toBeLessThan(end);
  return at < end;
}

const escapes = (text: string) =>
  text.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Making a kernel takes far longer than a search. */
const several = (text: fc.Arbitrary<string>) => fc.array(text, { minLength: 4, maxLength: 4 });

describe('needles', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'A', '"', '\\', 'u', '0', 'é', '→', '字'),
    maxLength: 150,
  });

  it('are found wherever they occur, and nowhere else', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', '"', 'é', '字'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(several(letters), fc.array(few, { minLength: 1, maxLength: 3 }), (texts, wanted) => {
        const kernel = new NeedleKernel(wanted.map((each) => ({ bytes: Buffer.from(each) })));
        for (const text of texts) expect(isFoundBy(kernel, text)).toBe(wanted.some((each) => text.includes(each)));
      }),
      { numRuns: 500 },
    );
  });

  it('match any line if there are many', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ bytes: Buffer.from(`nowhere ${at}`) }));
    expect(isIn('{"a":1}', many)).toBe(true);
  });

  it('are found by their beginning if they are long', () => {
    const long = 'abc'.repeat(400);
    expect(isIn(`"${long}"`, needlesOf(long))).toBe(true);
    expect(isIn(`"${'abc'.repeat(30)}"`, needlesOf(long))).toBe(false);
  });

  it('are found at every place of a region, also after a match', () => {
    const kernel = new NeedleKernel(needlesOfWord('zz'));
    for (let at = 0; at < 200; at++) {
      kernel.bytes.fill('.', 0, 300);
      kernel.bytes.write('zZ', at);
      expect(kernel.find(0, 300)).toBeGreaterThanOrEqual(at);
      expect(kernel.find(0, 300)).toBeLessThan(at + 2);
      expect(kernel.find(at + 1, 300)).toBe(300);
      expect(kernel.find(0, at + 1)).toBe(at + 1);
    }
  });

  it('are found in memory that has grown', () => {
    const kernel = new NeedleKernel(needlesOf('needle'));
    kernel.bytes.fill('.');
    const { length } = kernel.bytes;
    kernel.grow();
    expect(kernel.bytes.length).toBeGreaterThanOrEqual(2 * length);
    expect(kernel.bytes[length - 1]).toBe(46);
    kernel.bytes.write('needle', 2 * length - 10);
    expect(kernel.find(0, 2 * length)).toBeLessThan(2 * length);
  });
});

describe('a word', () => {
  it.each([
    ['resume', 'Résumé'],
    ['résumé', 'RESUME'],
    ['resume', 're\u0301sume\u0301'],
    ['RE\u0301SUME', 'résume'],
    ['elan', 'Élan'],
    ['elan', 'E\u0301lan'],
    ['viet', 'Việt'],
    ['viet', 'Vie\u0323\u0302t'],
    ['a1', 'Å1'],
    ['über', 'uber'],
    ['ёж', 'ЁЖ'],
    ['字', '漢字'],
  ])('%s is found in %s', (word, text) => {
    for (const before of ['', 'x', 'é', '→ '.repeat(40)]) {
      for (const after of ['', 'é', ' \\u001b[0m', '.'.repeat(70)]) {
        expect(isIn(`${before}${text}${after}`, needlesOfWord(word))).toBe(true);
        expect(isIn(escapes(`${before}${text}${after}`), needlesOfWord(word))).toBe(true);
      }
    }
  });

  it.each([
    ['resume', 'resum', 'rsume', 'résum', 'resu→me', 'resu\\u001bme'],
    ['aero', 'ærø'],
    ['lodz', 'łodz'],
    ['字', '漢'],
  ])('%s is not found in others', (word, ...texts) => {
    for (const text of texts) expect(isIn(text, needlesOfWord(word))).toBe(false);
  });

  it('is found in any case and with any accents', () => {
    const sign = fc.constantFrom('a', 'A', 'b', 'é', 'É', 'e', 'e\u0301', 'ą', 'ế', '1', ' ', '→', '\\n');
    fc.assert(
      fc.property(
        several(fc.string({ unit: sign, maxLength: 100 })),
        fc.string({ unit: fc.constantFrom('a', 'b', 'e', '1', 'É'), minLength: 1, maxLength: 3 }),
        (texts, word) => {
          const plain = (each: string) => withoutAccents(each).toLowerCase();
          const kernel = new NeedleKernel(needlesOfWord(word));
          for (const text of texts) {
            const isThere = plain(text).includes(plain(word));
            expect(isFoundBy(kernel, text)).toBe(isThere);
            // An escape contains letters and digits itself.
            if (isThere) expect(isFoundBy(kernel, escapes(text))).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
