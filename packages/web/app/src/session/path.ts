import type { TurnOutline } from '../api/contract.js';

/**
 * The turns of one way through the session, in order. Without a choice it is the way the client would continue; with one it
 * leads through that turn, and behind it along the latest turns.
 */
export function turnsOnPath(turns: TurnOutline[], through: number | null): TurnOutline[] {
  if (through === null) {
    const tip = turns.filter(({ isOnTip }) => isOnTip);
    return tip.length > 0 ? tip : turns;
  }
  const byNumber = new Map(turns.map((turn) => [turn.number, turn]));
  const chosen = byNumber.get(through);
  if (!chosen) return turnsOnPath(turns, null);
  const path: TurnOutline[] = [];
  const seen = new Set<number>();
  for (let turn: TurnOutline | undefined = chosen; turn && !seen.has(turn.number); ) {
    seen.add(turn.number);
    path.unshift(turn);
    turn = turn.parent === null ? undefined : byNumber.get(turn.parent);
  }
  const latestChild = new Map<number, TurnOutline>();
  for (const turn of turns) if (turn.parent !== null) latestChild.set(turn.parent, turn);
  for (let turn = latestChild.get(through); turn && !seen.has(turn.number); turn = latestChild.get(turn.number)) {
    seen.add(turn.number);
    path.push(turn);
  }
  return path;
}
