import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleWidth, wrap } from '../../src/terminal/screen/lines.js';
import { cutLongWords, endsOfLongWords } from '../../src/terminal/screen/long-words.js';
import { paintFor } from '../../src/terminal/screen/paint.js';
import { MarkdownLines } from '../../src/terminal/view/markdown.js';

const LONG = 'W'.repeat(300_000);

describe('a very long word', () => {
  it('is broken into full lines, and nothing is lost', () => {
    const lines = wrap(`start ${LONG} TAIL`, 78);
    expect(lines[0]).toBe('start');
    expect(lines.slice(1, -1).every((line) => visibleWidth(line) === 78)).toBe(true);
    expect(lines.join('').replace(/[^W]/g, '')).toBe(LONG);
    expect(lines.at(-1)).toMatch(/TAIL$/);
  });

  it('is drawn as Markdown', async () => {
    const markdown = new MarkdownLines(paintFor({ NO_COLOR: '1' }));
    await markdown.load();
    const lines = markdown.render(`start ${LONG} TAIL`, 78);
    expect(lines.join('').replace(/[^W]/g, '')).toBe(LONG);
  });

  it('shows its end while it grows', () => {
    expect(endsOfLongWords(`a ${LONG} b`)).toBe(`a ${LONG.slice(0, 20_000)} b`);
    expect(endsOfLongWords('short words stay')).toBe('short words stay');
    expect(endsOfLongWords(`x${'😀'.repeat(20_000)}y`)).toBe(`${'😀'.repeat(9999)}y`);
  });

  it.each([0, 1, 2, 3, 4, 5])('keeps its colours whole (%i)', (more) => {
    const word = `\u001b[1m${'W'.repeat(2990 + more)}\u001b[22m`;
    const cut = cutLongWords(word, 100);
    expect(cut).toContain('\u001b[22m');
    expect(cut.replaceAll(' ', '')).toBe(word);
  });

  it('is cut between characters, whatever it contains', () => {
    const word = fc.array(fc.constantFrom('a', '😀', '漢'), { minLength: 1900, maxLength: 2600 });
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 3000 }), (letters, width) => {
        const cut = cutLongWords(letters.join(''), width);
        expect(cut.replaceAll(' ', '')).toBe(letters.join(''));
        expect(/[\ud800-\udbff] /.test(cut)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});
