import { planFork } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { type EditOptions, runEdit } from './run-edit.js';
import { parseTurn } from './turn-numbers.js';

export interface ForkOptions extends EditOptions {
  at: string;
}

/** Makes a new session that ends with the given turn, on any branch. */
export async function fork(query: string, options: ForkOptions, io: Io): Promise<number> {
  return runEdit(
    {
      query,
      plan: ({ session, turns }) => planFork(session, turns, parseTurn(options.at, turns.turns.length)),
      isCopy: true,
      options,
    },
    io,
  );
}
