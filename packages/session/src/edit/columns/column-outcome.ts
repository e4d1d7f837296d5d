import type { TurnEffect } from '../measure.js';
import type { EditPlan } from '../plan.js';
import { BEFORE, type ColumnTurns, NO_TURN } from './column-turns.js';
import { askedIn } from './line-columns.js';
import type { SessionColumns } from './session-columns.js';

/** Turn by turn, what goes: what `measurePlan` tells from nodes, with the words that each turn began with. */
export function columnEffects(
  session: SessionColumns,
  { starts, owners }: ColumnTurns,
  { plan, lengths }: { plan: EditPlan; lengths: ReadonlyMap<number, number> },
): (TurnEffect & { words: string })[] {
  const { count } = session;
  const { length } = session.columns;
  const effects: TurnEffect[] = [];
  for (let number = 0; number <= starts.length; number++) {
    effects.push({ number, dropped: 0, changed: 0, bytesBefore: 0, bytesAfter: 0 });
  }
  const nowhere: TurnEffect = { number: -1, dropped: 0, changed: 0, bytesBefore: 0, bytesAfter: 0 };
  // What stands outside of turns is told with what stands before them.
  const effectOn = (line: number) => effects[Math.max(owners[line] ?? NO_TURN, BEFORE) + 1] ?? nowhere;
  for (let line = 0; line < count; line++) {
    const effect = effectOn(line);
    effect.bytesBefore += length[line] ?? 0;
    effect.bytesAfter += length[line] ?? 0;
  }
  for (const line of plan.drops) {
    const effect = effectOn(line);
    effect.dropped++;
    effect.bytesAfter -= length[line] ?? 0;
  }
  for (const line of plan.changes.keys()) {
    if (plan.drops.has(line)) continue;
    const effect = effectOn(line);
    effect.changed++;
    effect.bytesAfter += (lengths.get(line) ?? length[line] ?? 0) - (length[line] ?? 0);
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
