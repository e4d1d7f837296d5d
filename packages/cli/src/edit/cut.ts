import { planCut } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { type EditOptions, runEdit } from './run-edit.js';
import { parseTurns } from './turn-numbers.js';

export interface CutOptions extends EditOptions {
  turns: string;
}

/** Removes turns, in the middle too. */
export async function cut(query: string, options: CutOptions, io: Io): Promise<number> {
  return runEdit(
    {
      query,
      plan: ({ session, turns }) => planCut(session, turns, chosenTurns(options.turns, turns.turns.length)),
      options,
    },
    io,
  );
}

function chosenTurns(text: string, count: number): Set<number> {
  const numbers = parseTurns(text, count);
  if (numbers.size < count) return numbers;
  throw new UserError('That is every turn of the session.', {
    hint: 'Leave at least one, or delete the session with: unspool delete SESSION',
    isUsage: true,
  });
}
