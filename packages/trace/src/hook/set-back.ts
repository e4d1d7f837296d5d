import { forgetLost, lostKeys, readLost } from '../queue/lost-spans.js';
import { queueFolders } from '../queue/queue-files.js';
import { type GivenSession, readGiven } from '../state/given-session.js';
import { newState, type SessionState, type StateFiles, stateFilesOf, writeState } from '../state/session-state.js';
import { appendLedger, NOT_GIVEN, readLedger } from '../state/span-ledger.js';
import type { TraceFolder } from '../state/trace-folder.js';

/**
 * What a queue lost counts as not given: the session is read anew, and the ledger still knows what did arrive. Only for
 * who holds the session's lock.
 */
export function setBack(sink: string, before: GivenSession, files: StateFiles, folder: TraceFolder): GivenSession {
  const folders = queueFolders(folder, sink);
  const lost = readLost(folders, files.key);
  if (!lost) return before;
  const ledger = files.ledger(sink);
  const spanIds = lost.isAll ? [...before.ledger().keys()] : lost.spanIds;
  const notGiven = spanIds.map((spanId) => [spanId, NOT_GIVEN] as const);
  const packed = before.place === 'pack' ? before.ledger() : [];
  const ledgerBytes = appendLedger(ledger, before.state.ledgerBytes, [...packed, ...notGiven]);
  const state = { ...newState(before.state.file), batches: before.state.batches, ledgerBytes };
  writeState(files.state(sink), state);
  // Killed before this, it is done once more, and some spans go out twice.
  forgetLost(folders, lost);
  return { state, ledger: () => readLedger(ledger, ledgerBytes), place: 'files' };
}

export interface LostSession {
  key: string;
  /** As it was before; undefined when nothing is known of it any more. */
  state: SessionState | undefined;
}

/** Sessions that have to be given again because a queue lost something of theirs. */
export function lostSessions(folder: TraceFolder, sink: string): LostSession[] {
  return [...lostKeys(queueFolders(folder, sink))].map((key) => ({
    key,
    state: readGiven(stateFilesOf(folder, key), sink)?.state,
  }));
}

/** Nothing can be made again: the transcript is gone. Gives back how many spans that were, or more. */
export function giveUpLost(folder: TraceFolder, sink: string, key: string): number {
  const folders = queueFolders(folder, sink);
  const lost = readLost(folders, key);
  if (!lost) return 0;
  forgetLost(folders, lost);
  return Math.max(1, lost.spanIds.length);
}
