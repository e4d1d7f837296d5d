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

/** Shows a session turn by turn. */
export function show(query: string, options: ShowOptions, io: Io): number {
  const turn = turnNumber(options.turn);
  const readable = openReadable(query, io);
  try {
    const shown = openShown(readable.file, io, readable.nameOf);
    if (turn !== undefined) mustHave(turn, shown);
    const wish = { turn, isFull: options.full === true };
    if (options.json) printJson(shown, wish, io);
    else printSession(shown, wish, io);
    return 0;
  } finally {
    readable.close();
  }
}

/** Shows a session, and what is added to it. */
export async function follow(query: string, { turn, full, json }: ShowOptions, io: Io): Promise<number> {
  if (turn === undefined && !json) return (await import('./follow-session.js')).followSession(query, full === true, io);
  throw new UserError(`Give --follow or ${json ? '--json' : '--turn'}, not both.`, { isUsage: true });
}

function turnNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d+$/.test(text.trim())) return Number(text);
  throw new UserError(`Cannot use "${text}" as a turn number.`, {
    hint: 'Turns are numbered from 1: --turn 3',
    isUsage: true,
  });
}

function mustHave(turn: number, { main, file }: ShownSession): void {
  const count = main.turns.turns.length;
  if (turn >= 1 && turn <= count) return;
  // To a search, turn 0 is what comes before the first turn.
  if (turn === 0 && main.turns.preamble.length > 0) return;
  if (count === 0) throw new UserError(`${file} has no turns.`, { hint: 'See what is in it with: unspool check' });
  throw new UserError(`There is no turn ${turn} in ${file}.`, {
    hint: count === 1 ? 'It has one turn: --turn 1' : `It has turns 1 to ${count}.`,
  });
}
