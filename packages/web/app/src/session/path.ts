import type { TurnOutline } from '../api/contract.js';

/** A turn with more than one continuation. */
export interface Branch {
  at: number;
  /** The first turn of each continuation, and how many turns follow it. */
  ways: { turn: number; isOnTip: boolean; title: string; turns: number }[];
}

/**
 * The turns of one branch, in order. By default, it is the branch that a resume would continue; otherwise it leads through
 * the given turn and then along the latest turns. A session may have several beginnings (lines were lost, or it was
 * compacted); all of them are shown, one after the other, so that every turn can be reached.
 */
export function turnsOnPath(turns: TurnOutline[], through: number | null): TurnOutline[] {
  const { roots, children } = treeOf(turns);
  const chosen = ancestorsOf(turns, through);
  const path: TurnOutline[] = [];
  const seen = new Set<number>();
  for (const root of roots) {
    for (let turn: TurnOutline | undefined = root; turn && !seen.has(turn.number); ) {
      seen.add(turn.number);
      path.push(turn);
      turn = nextOf(children.get(turn.number) ?? [], chosen);
    }
  }
  return path;
}

/** The turns that have more than one continuation. */
export function forksOf(turns: TurnOutline[]): Branch[] {
  const { children } = treeOf(turns);
  const sizes = sizesOf(turns);
  return [...children]
    .filter(([, ways]) => ways.length > 1)
    .map(([at, ways]) => ({
      at,
      ways: ways.map(({ number, isOnTip, title }) => ({ turn: number, isOnTip, title, turns: sizes.get(number) ?? 1 })),
    }));
}

function treeOf(turns: TurnOutline[]) {
  const known = new Set(turns.map(({ number }) => number));
  const children = new Map<number, TurnOutline[]>();
  const roots: TurnOutline[] = [];
  for (const turn of turns) {
    if (turn.parent === null || !known.has(turn.parent) || turn.parent === turn.number) roots.push(turn);
    else children.set(turn.parent, [...(children.get(turn.parent) ?? []), turn]);
  }
  return { roots, children };
}

function nextOf(ways: TurnOutline[], chosen: Set<number>): TurnOutline | undefined {
  return ways.find(({ number }) => chosen.has(number)) ?? ways.find(({ isOnTip }) => isOnTip) ?? ways.at(-1);
}

function ancestorsOf(turns: TurnOutline[], through: number | null): Set<number> {
  const parents = new Map(turns.map(({ number, parent }) => [number, parent]));
  const chosen = new Set<number>();
  for (let at = through; at !== null && parents.has(at) && !chosen.has(at); at = parents.get(at) ?? null)
    chosen.add(at);
  return chosen;
}

/** The number of turns that follow each turn, itself included. */
function sizesOf(turns: TurnOutline[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { number, parent } of [...turns].reverse()) {
    const own = (sizes.get(number) ?? 0) + 1;
    sizes.set(number, own);
    if (parent !== null && parent < number) sizes.set(parent, (sizes.get(parent) ?? 0) + own);
  }
  return sizes;
}
