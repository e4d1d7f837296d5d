import { readState, type SessionState, type StateFiles } from './session-state.js';
import { readLedger } from './span-ledger.js';
import { readPacked, type StatePack } from './state-pack.js';

/** What a sink has of a session. */
export interface ExportedSession {
  state: SessionState;
  /** The spans that the sink has, with their marks. */
  ledger(): Map<string, string>;
  /** Where this is stored. Packs are only read: changes go to files of the session's own. */
  place: 'nowhere' | 'pack' | 'files';
}

/** `pack`: for callers that read many sessions. */
export function readExported(files: StateFiles, sink: string, pack?: StatePack): ExportedSession | undefined {
  const state = readState(files.state(sink));
  if (state) return { state, ledger: () => readLedger(files.ledger(sink), state.ledgerBytes), place: 'files' };
  const packed = pack ? pack.read(files.key) : readPacked(files.pack(sink), files.key);
  return packed && { state: packed.state, ledger: () => packed.ledger, place: 'pack' };
}
