import type { TurnFinished } from '../loop/event.js';

/** The last reply ends a turn also when it could not be written: that is no success. */
export function asWritten(turn: TurnFinished | undefined, unwritten: string | undefined): TurnFinished | undefined {
  return turn && unwritten !== undefined ? { ...turn, reason: 'interrupted', unwritten } : turn;
}
