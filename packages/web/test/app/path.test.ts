import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forksOf, turnsOnPath } from '../../app/src/session/path.js';
import { turnOutline } from './turn-outline.js';

const numbers = (turns: { number: number }[]) => turns.map(({ number }) => number);

describe('branches of a session', () => {
  const turns = [
    turnOutline({ number: 1 }),
    turnOutline({ number: 2, parent: 1 }),
    turnOutline({ number: 3, parent: 2, isOnTip: false }),
    turnOutline({ number: 4, parent: 2 }),
    turnOutline({ number: 5, parent: 3, isOnTip: false }),
  ];

  it('follows the tip unless a turn is given', () => {
    expect(numbers(turnsOnPath(turns, null))).toEqual([1, 2, 4]);
    expect(numbers(turnsOnPath(turns, 3))).toEqual([1, 2, 3, 5]);
    expect(numbers(turnsOnPath(turns, 99))).toEqual([1, 2, 4]);
  });

  it('lists the forks with the length of each branch', () => {
    expect(forksOf(turns)).toEqual([
      {
        at: 2,
        ways: [
          { turn: 3, isOnTip: false, title: 'Turn 3', turns: 2 },
          { turn: 4, isOnTip: true, title: 'Turn 4', turns: 1 },
        ],
      },
    ]);
  });

  it('shows every beginning of a session with several', () => {
    const broken = [
      turnOutline({ number: 1, isOnTip: false }),
      turnOutline({ number: 2 }),
      turnOutline({ number: 3, parent: 2 }),
    ];
    expect(numbers(turnsOnPath(broken, null))).toEqual([1, 2, 3]);
  });

  it('has every turn on some branch', () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(parents, (list) => {
        const all = list.map((value, at) =>
          turnOutline({ number: at + 1, parent: at === 0 ? null : value % (at + 1) || null }),
        );
        for (const { number } of all) expect(numbers(turnsOnPath(all, number))).toContain(number);
      }),
    );
  });
});
