import type { Turn } from '@unspool/session';
import { expect, it } from 'vitest';
import { branchNote, branchOfTurn } from '../../src/show/branch-note.js';

const turn = (number: number, parent?: number) => ({ number, parent, isOnTip: true }) as Turn;

it('names up to eight other turns of a branch point', () => {
  const branches = branchOfTurn([{ at: undefined, turns: Array.from({ length: 12 }, (_, at) => at + 1) }]);
  expect(branchNote(turn(3), branches)).toBe(
    'forks at the start, beside turns 1, 2, 4, 5, 6, 7, 8, 9 and 3 more; this branch resumes',
  );
  expect(branchNote(turn(12), branches)).toContain('beside turns 1, 2, 3, 4, 5, 6, 7, 8 and 3 more;');
  expect(branchNote(turn(13), branches)).toBeUndefined();
});

it('looks at a few of the turns of a branch point for each of them, not at all', () => {
  const numbers = Array.from({ length: 1000 }, (_, at) => at + 1);
  let reads = 0;
  const counting = new Proxy(numbers, {
    get(target, name, receiver) {
      if (/^\d+$/.test(String(name))) reads++;
      return Reflect.get(target, name, receiver);
    },
  });
  const branches = branchOfTurn([{ at: undefined, turns: counting }]);
  for (const number of numbers) branchNote(turn(number), branches);
  expect(reads).toBeLessThan(20 * numbers.length);
});
