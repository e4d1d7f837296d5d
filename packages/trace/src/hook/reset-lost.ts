import { forgetLost, lostKeys, readLost } from '../queue/lost-spans.js';
import { queueFolders } from '../queue/queue-files.js';
import { type ExportedSession, readExported } from '../state/exported-session.js';
import { newState, type SessionState, type StateFiles, stateFilesOf, writeState } from '../state/session-state.js';
import { appendLedger, NOT_SENT, readLedger } from '../state/span-ledger.js';
import type { TraceFolder } from '../state/trace-folder.js';

/**
 * Marks the spans that a queue lost as not exported, so that the session is read again; the ledger still knows which spans
 * arrived. Requires the session's lock.
 */
export function resetLost(
  sink: string,
  before: ExportedSession,
  files: StateFiles,
  folder: TraceFolder,
): ExportedSession {
  const folders = queueFolders(folder, sink);
  const lost = readLost(folders, files.key);
  if (!lost) return before;
  const ledger = files.ledger(sink);
  const spanIds = lost.isAll ? [...before.ledger().keys()] : lost.spanIds;
  const notSent = spanIds.map((spanId) => [spanId, NOT_SENT] as const);
  const packed = before.place === 'pack' ? before.ledger() : [];
  const ledgerBytes = appendLedger(ledger, before.state.ledgerBytes, [...packed, ...notSent]);
  const state = { ...newState(before.state.file), batches: before.state.batches, ledgerBytes };
  writeState(files.state(sink), state);
  // If the process dies before this, it is repeated, and some spans are sent twice.
  forgetLost(folders, lost);
  return { state, ledger: () => readLedger(ledger, ledgerBytes), place: 'files' };
}

export interface LostSession {
  key: string;
  /** The state before the loss; undefined if it is unknown. */
  state: SessionState | undefined;
}

/** Sessions that must be exported again because a queue lost spans of theirs. */
export function lostSessions(folder: TraceFolder, sink: string): LostSession[] {
  return [...lostKeys(queueFolders(folder, sink))].map((key) => ({
    key,
    state: readExported(stateFilesOf(folder, key), sink)?.state,
  }));
}

/** Forgets lost spans that cannot be rebuilt because the transcript is gone. Returns how many there were, at least 1. */
export function giveUpLost(folder: TraceFolder, sink: string, key: string): number {
  const folders = queueFolders(folder, sink);
  const lost = readLost(folders, key);
  if (!lost) return 0;
  forgetLost(folders, lost);
  return Math.max(1, lost.spanIds.length);
}
