import { countChanges, diffOf } from '@unspool/session/show';
import { describe, expect, it } from 'vitest';
import { colours } from '../../src/terminal/colour.js';
import { diffLines } from '../../src/terminal/diff.js';

describe('diffOf', () => {
  it('shows what changed with three lines around it', () => {
    const before = ['1', '2', '3', '4', '5', 'x', '6', '7', '8', '9'].join('\n');
    const after = ['1', '2', '3', '4', '5', 'y', '6', '7', '8', '9'].join('\n');
    const lines = diffOf(before, after).map((line) => line.kind + line.text);
    expect(lines).toEqual([' 3', ' 4', ' 5', '-x', '+y', ' 6', ' 7', ' 8']);
  });

  it('finds what stayed between two changes', () => {
    expect(diffOf('a\nb\nc', 'x\nb\ny').map((line) => line.kind + line.text)).toEqual(['-a', '+x', ' b', '-c', '+y']);
  });

  it('shows texts too long to compare as removed and added', () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join('\n');
    expect(countChanges(diffOf(many('a'), many('b')))).toEqual({ added: 5000, removed: 5000 });
  });
});

describe('diffLines', () => {
  it('puts line numbers in the margin and wraps beside it', () => {
    const lines = diffLines(
      [
        { kind: '-', text: 'old', number: 9 },
        { kind: '+', text: 'new words that go on', number: 10 },
      ],
      18,
      colours(false),
    );
    expect(lines).toEqual([' 9 - old', '10 + new words', '     that go on']);
  });
});
