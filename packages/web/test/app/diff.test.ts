import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../app/src/tool/diff-colours.js';
import { rowsOfHunk, unified } from '../../app/src/tool/diff-rows.js';
import { wordDiff } from '../../app/src/tool/word-diff.js';

describe('diffs', () => {
  it('puts changed lines side by side and marks words', () => {
    const rows = rowsOfHunk({
      oldStart: 4,
      newStart: 4,
      lines: [
        { kind: 'same', text: 'a' },
        { kind: 'removed', text: 'const limit = 10;' },
        { kind: 'added', text: 'const limit = 20;' },
        { kind: 'added', text: 'more' },
      ],
    });
    expect(rows.map(({ before, after }) => [before?.line, after?.line])).toEqual([
      [4, 4],
      [5, 5],
      [undefined, 6],
    ]);
    expect(rows[1]?.after?.words?.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(['20']);
  });

  it('combines colours and marked words without losing a character', () => {
    const pieces = (text: string, cuts: number[]) => {
      const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      return at.slice(1).map((end, nth) => text.slice(at[nth], end));
    };
    const cuts = fc.array(fc.nat(60), { maxLength: 6 });
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), cuts, cuts, (text, tokens, words) => {
        const line = pieces(text, tokens).map((part, at): [string, string] => [at % 2 ? 'keyword' : '', part]);
        const changed = pieces(text, words).map((part, at) => ({ text: part, isChanged: at % 2 === 1 }));
        const parts = partsOf(text, line, changed);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        const marked = (list: { text: string; isChanged: boolean }[]) =>
          list.flatMap(({ text: of, isChanged }) => [...of].map(() => isChanged));
        expect(marked(parts)).toEqual(marked(changed));
        expect(parts.flatMap(({ look, text: of }) => [...of].map(() => look))).toEqual(
          line.flatMap(([look, of]) => [...of].map(() => look)),
        );
      }),
    );
  });

  it('keeps all lines, side by side and in one column', () => {
    const lines = fc.array(fc.record({ kind: fc.constantFrom('same', 'added', 'removed'), text: fc.string() }));
    fc.assert(
      fc.property(lines, (list) => {
        const rows = rowsOfHunk({
          oldStart: 1,
          newStart: 1,
          lines: list as { kind: 'same' | 'added' | 'removed'; text: string }[],
        });
        const texts = (kind: string) => list.filter((line) => line.kind === kind).map(({ text }) => text);
        const flat = unified(rows);
        for (const kind of ['same', 'added', 'removed']) {
          expect(flat.filter((side) => side.kind === kind).map(({ text }) => text)).toEqual(texts(kind));
        }
      }),
    );
  });

  it('keeps the text of both lines in the word parts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const words = wordDiff(before, after);
        if (!words) return;
        expect(words.before.map(({ text }) => text).join('')).toBe(before);
        expect(words.after.map(({ text }) => text).join('')).toBe(after);
      }),
    );
  });
});
