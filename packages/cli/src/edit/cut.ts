import { planCut } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { type EditOptions, runEdit } from './run-edit.js';
import { refuseLive } from './source.js';
import { parseTurns } from './turn-numbers.js';

export interface CutOptions extends EditOptions {
  turns: string;
}

/** Removes turns, even in the middle. */
export async function cut(query: string, options: CutOptions, io: Io): Promise<number> {
  return runEdit(
    {
      query,
      plan: ({ file, session, turns }) => {
        const numbers = parseTurns(options.turns, turns.turns.length);
        if (!options.dryRun) refuseLive(file, io);
        if (numbers.size === turns.turns.length) throw everyTurn();
        return planCut(session, turns, numbers);
      },
      options,
    },
    io,
  );
}

function everyTurn(): UserError {
  return new UserError('Cannot cut all turns of a session.', {
    hint: 'Keep at least one, or delete the session: unspool delete SESSION',
    isUsage: true,
  });
}
