import type { TurnEffect } from '../measure.js';
import type { EditPlan } from '../plan.js';
import { type ColumnTurns, NO_TURN } from './column-turns.js';
import { askedIn } from './line-columns.js';
import type { SessionColumns } from './session-columns.js';

/** Turn by turn, what goes: what `measurePlan` tells from nodes, with the words that each turn began with. */
export function columnEffects(
  session: SessionColumns,
  { starts, owners }: ColumnTurns,
  { plan, lengths }: { plan: EditPlan; lengths: ReadonlyMap<number, number> },
): (TurnEffect & { words: string })[] {
  const { columns, count } = session;
  const effects: TurnEffect[] = [];
  for (let number = 0; number <= starts.length; number++) {
    effects.push({ number, dropped: 0, changed: 0, bytesBefore: 0, bytesAfter: 0 });
  }
  for (let line = 0; line < count; line++) {
    const owner = owners[line] ?? NO_TURN;
    // What stands outside of turns is told with what stands before them.
    const effect = effects[Math.max(owner, -1) + 1];
    if (!effect) continue;
    const length = columns.length[line] ?? 0;
    effect.bytesBefore += length;
    if (plan.drops.has(line)) effect.dropped++;
    else if (plan.changes.has(line)) {
      effect.changed++;
      effect.bytesAfter += lengths.get(line) ?? length;
    } else effect.bytesAfter += length;
  }
  return effects
    .filter(({ dropped, changed }) => dropped > 0 || changed > 0)
    .map((effect) => ({ ...effect, words: wordsOf(session, starts, effect.number) }));
}

function wordsOf(session: SessionColumns, starts: readonly number[], number: number): string {
  if (number === 0) return '(before the first turn)';
  const start = starts[number - 1] ?? 0;
  return session.asked.get(start) ?? askedIn(session.read(start));
}
