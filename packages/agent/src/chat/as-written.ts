import type { TurnFinished } from '../loop/event.js';

/** A turn whose last reply could not be written is over, but was not successful. */
export function asWritten(turn: TurnFinished | undefined, unwritten: string | undefined): TurnFinished | undefined {
  return turn && unwritten !== undefined ? { ...turn, reason: 'interrupted', unwritten } : turn;
}
