import type { TurnOutline } from '../api/contract.js';

/** A turn with more than one follower. */
export interface Branch {
  at: number;
  /** The first turn of each way, and how many turns it leads to. */
  ways: { turn: number; isOnTip: boolean; title: string; turns: number }[];
}

/**
 * The turns of one way through the session, in order. Without a choice it is the way the client would continue; with one it
 * leads through that turn, and behind it along the latest turns. A session may begin more than once (lines were lost, or it
 * was compacted): all beginnings are shown, one after the other, so that no turn is out of reach.
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

/** Where ways part: turns with more than one follower. */
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

/** How many turns each leads to, itself among them. */
function sizesOf(turns: TurnOutline[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { number, parent } of [...turns].reverse()) {
    const own = (sizes.get(number) ?? 0) + 1;
    sizes.set(number, own);
    if (parent !== null && parent < number) sizes.set(parent, (sizes.get(parent) ?? 0) + own);
  }
  return sizes;
}
