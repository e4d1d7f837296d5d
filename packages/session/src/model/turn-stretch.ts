import { FollowedSession, type FollowOptions } from './followed-session.js';
import type { Session } from './session.js';
import { reachesBack } from './turn-point.js';
import { type Turns, turnsOf } from './turns.js';

/** The location of consecutive turns, recorded by a reader of the whole file. */
export interface TurnStretch {
  /** The byte offset at which each turn begins. */
  starts: readonly number[];
  /** The byte offset after the last turn. */
  end: number;
}

/**
 * Opens some turns of a huge file alone. Turns and lines are numbered from 1. Undefined if the result could differ from
 * reading the whole file: turns begin elsewhere, a line refers to one before the stretch, or a call has no result in
 * it. Lines of these turns that are elsewhere in the file are not found.
 */
export function openStretch(
  file: string,
  { starts, end }: TurnStretch,
  onNode?: FollowOptions['onNode'],
): { session: Session; turns: Turns } | undefined {
  const [byte] = starts;
  if (byte === undefined || end <= byte) return undefined;
  const followed = new FollowedSession(file, { from: byte, ...(onNode && { onNode }) });
  if (followed.grow(end - byte) === 'rewritten') return undefined;
  const { session } = followed;
  const turns = turnsOf(session);
  const [first] = turns.turns;
  if (!first || first.kind === 'continued' || turns.preamble.length > 0) return undefined;
  if (turns.turns.length !== starts.length) return undefined;
  if (turns.turns.some((turn, at) => turn.start.place.byte !== starts[at])) return undefined;
  if (turns.turns.some((turn) => turn !== first && turn.parent === undefined)) return undefined;
  if ([...turns.pairing.calls.values()].some((call) => !call.result)) return undefined;
  return reachesBack(session, turns, first.start) ? undefined : { session, turns };
}
