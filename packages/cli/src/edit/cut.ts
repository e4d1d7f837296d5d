import { planCut } from '@unspool/session/edit';
import type { Io } from '../io.js';
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
      plan: ({ session, turns }) => planCut(session, turns, parseTurns(options.turns, turns.turns.length)),
      options,
    },
    io,
  );
}
