import type { Place } from '../model/node.js';
import type { Session } from '../model/session.js';
import type { Turns } from '../model/turns.js';
import type { EditPlan } from './plan.js';

/** What a plan does to one turn. */
export interface TurnEffect {
  number: number;
  dropped: number;
  changed: number;
  bytesBefore: number;
  bytesAfter: number;
}

/**
 * Returns what a plan does to each turn it changes. Number 0 is everything before the first turn. `lengths` gives the
 * new byte lengths of changed lines by node index.
 */
export function measurePlan(
  session: Session,
  turns: Turns,
  { plan, lengths }: { plan: EditPlan; lengths: ReadonlyMap<number, number> },
): TurnEffect[] {
  const owners = new Int32Array(session.nodes.length);
  for (const turn of turns.turns) for (const node of turn.nodes) owners[node.index] = turn.number;
  const effects = new Map<number, TurnEffect>();
  const shared = objectsOfSharedLines(session.nodes);
  for (const { index, place } of session.nodes) {
    const length = shareOf(place, shared.get(place.line) ?? 1);
    const number = owners[index] ?? 0;
    const effect = effects.get(number) ?? { number, dropped: 0, changed: 0, bytesBefore: 0, bytesAfter: 0 };
    effects.set(number, effect);
    effect.bytesBefore += length;
    if (plan.drops.has(index)) effect.dropped++;
    else if (plan.changes.has(index)) {
      effect.changed++;
      effect.bytesAfter += lengths.get(index) ?? length;
    } else effect.bytesAfter += length;
  }
  return [...effects.values()]
    .filter((effect) => effect.dropped > 0 || effect.changed > 0)
    .sort((a, b) => a.number - b.number);
}

/** Returns the number of objects per line, for lines with several. */
function objectsOfSharedLines(nodes: Session['nodes']): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { place } of nodes) if (place.part > 0) counts.set(place.line, place.part + 1);
  return counts;
}

/** The objects of a line share its bytes equally. */
function shareOf({ length, part }: Place, objects: number): number {
  return Math.floor(length / objects) + (part < length % objects ? 1 : 0);
}
