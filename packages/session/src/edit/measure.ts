import type { Entry } from '../entry/entry.js';
import type { Session } from '../graph/session.js';
import type { Turns } from '../turn/turns.js';
import type { EditPlan } from './plan.js';

/** What a plan does to one turn. */
export interface TurnEffect {
  number: number;
  dropped: number;
  changed: number;
  bytesBefore: number;
  bytesAfter: number;
}

/** Turn by turn, what goes. Turns that stay as they are are left out; number 0 is what stands before the first turn. */
export function measurePlan(session: Session, turns: Turns, plan: EditPlan): TurnEffect[] {
  const owner = new Map<number, number>();
  for (const turn of turns.turns) for (const node of turn.nodes) owner.set(node.index, turn.number);
  const effects = new Map<number, TurnEffect>();
  for (const node of session.nodes) {
    const number = owner.get(node.index) ?? 0;
    const effect = effects.get(number) ?? { number, dropped: 0, changed: 0, bytesBefore: 0, bytesAfter: 0 };
    effects.set(number, effect);
    effect.bytesBefore += node.place.length;
    if (plan.drops.has(node.index)) effect.dropped++;
    else effect.bytesAfter += node.place.length;
  }
  for (const [node, entry] of plan.changes.size > 0 ? session.entries() : []) {
    const change = plan.changes.get(node.index);
    const effect = effects.get(owner.get(node.index) ?? 0);
    if (!change || !effect || plan.drops.has(node.index)) continue;
    effect.changed++;
    effect.bytesAfter += lengthOf(change(entry)) - node.place.length;
  }
  return [...effects.values()]
    .filter((effect) => effect.dropped > 0 || effect.changed > 0)
    .sort((a, b) => a.number - b.number);
}

function lengthOf(entry: Entry): number {
  return Buffer.byteLength(JSON.stringify(entry)) + 1;
}
