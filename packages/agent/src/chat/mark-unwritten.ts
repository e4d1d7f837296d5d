import type { TurnFinished } from '../loop/event.js';

/** Marks a turn as failed if part of it could not be written to the session file. */
export function markUnwritten(turn: TurnFinished | undefined, unwritten: string | undefined): TurnFinished | undefined {
  return turn && unwritten !== undefined ? { ...turn, reason: 'interrupted', unwritten } : turn;
}
