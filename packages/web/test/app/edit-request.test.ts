import { describe, expect, it } from 'vitest';
import { lackOf, requestOf, turnsOf } from '../../app/src/edit/request.js';

describe('turns to cut', () => {
  it('are numbers and ranges in any common writing', () => {
    expect(turnsOf('3, 5-7')).toEqual([3, 5, 6, 7]);
    expect(turnsOf('5..6 3,')).toEqual([3, 5, 6]);
    expect(turnsOf(' 2 - 4 ')).toEqual([2, 3, 4]);
  });

  it.each(['0', '-1', 'a..b', '3..1', '2, x', '1-', '1..123456789'])(
    '%s is not understood, and nothing is planned',
    (turns) => {
      const query = new URLSearchParams({ op: 'cut', turns });
      expect(requestOf(query)).toBeUndefined();
      expect(lackOf(query)).toMatch(/^“.+” is not understood: write numbers of turns, from 1, .* as 3, 5-9\.$/);
    },
  );

  it('are asked for while none are given', () => {
    expect(lackOf(new URLSearchParams({ op: 'cut', turns: ' , ' }))).toBe('Say above which turns.');
    expect(lackOf(new URLSearchParams({ op: 'cut' }))).toBe('Say above which turns.');
  });
});

describe('the turn a fork ends with', () => {
  it('is one number, and what else is written is told', () => {
    expect(lackOf(new URLSearchParams({ op: 'fork' }))).toBe('Say above with which turn it ends.');
    expect(lackOf(new URLSearchParams({ op: 'fork', at: '0' }))).toContain('“0” is not understood');
    expect(requestOf(new URLSearchParams({ op: 'fork', at: 'x' }))).toBeUndefined();
  });
});
