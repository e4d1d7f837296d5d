import type { Session } from '../model/session.js';
import type { Turns } from '../model/turns.js';
import { closePlan } from './closure.js';
import { keepBranch } from './keep-branch.js';
import { draftPlan, type EditPlan } from './plan.js';

/** Plans to remove turns anywhere in a session. What follows continues from what preceded them. */
export function planCut(session: Session, turns: Turns, numbers: ReadonlySet<number>): EditPlan {
  const plan = draftPlan(`cut ${numbers.size === 1 ? 'turn' : 'turns'} ${rangesOf([...numbers])}`, 'cut');
  for (const turn of turns.turns) {
    if (!numbers.has(turn.number)) continue;
    for (const node of turn.nodes) {
      // A compaction during a turn is not part of its text: without it, what it compacted would come back.
      const isCompaction = node.subtype === 'compact_boundary' || node.user?.words === 'compact_summary';
      if (!isCompaction && node.uuid !== undefined) plan.drops.add(node.index);
      if (node.type === 'file-history-snapshot' || node.type === 'file-history-delta') plan.drops.add(node.index);
    }
  }
  return keepBranch(closePlan(plan, session.nodes, new Set()), session, turns);
}

/** Formats numbers as a person would write them: 1..3, 5. */
export function rangesOf(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}..${to}`)).join(', ');
}
