import type { Io } from '../io.js';
import { openReadable } from '../session/readable-session.js';
import { UserError } from '../user-error.js';
import { printJson } from './json-session.js';
import { printSession } from './print-session.js';
import { openShown, type ShownSession } from './shown-session.js';

export interface ShowOptions {
  turn?: string;
  full?: boolean;
  json?: boolean;
}

/** Shows a session as turns. */
export function show(query: string, options: ShowOptions, io: Io): number {
  const turn = turnNumber(options.turn);
  const readable = openReadable(query, io);
  try {
    const shown = openShown(readable.file, readable.nameOf);
    if (turn !== undefined) mustHave(turn, shown);
    const wish = { turn, isFull: options.full === true };
    if (options.json) printJson(shown, wish, io);
    else printSession(shown, wish, io);
    return 0;
  } finally {
    readable.close();
  }
}

function turnNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d+$/.test(text.trim())) return Number(text);
  throw new UserError(`"${text}" is no turn number.`, {
    hint: 'Turns are numbered from 1: --turn 3',
    isUsage: true,
  });
}

function mustHave(turn: number, { main, file }: ShownSession): void {
  const count = main.turns.turns.length;
  if (turn >= 1 && turn <= count) return;
  // What stands before the first turn is turn 0 to a search.
  if (turn === 0 && main.turns.preamble.length > 0) return;
  if (count === 0) throw new UserError(`${file} has no turns.`, { hint: 'See what is in it with: unspool check' });
  throw new UserError(`There is no turn ${turn} in ${file}.`, {
    hint: count === 1 ? 'It has one turn: --turn 1' : `It has turns 1 to ${count}.`,
  });
}
