import { readState, type SessionState, type StateFiles } from './session-state.js';
import { readLedger } from './span-ledger.js';
import { readPacked, type StatePack } from './state-pack.js';

/** What is written down of a session for a sink. */
export interface GivenSession {
  state: SessionState;
  /** The spans that the sink has, with their marks. */
  ledger(): Map<string, string>;
  /** Where that stands. A pack only tells: what changes is written into files of the session's own. */
  place: 'nowhere' | 'pack' | 'files';
}

/** `pack`: for who asks for many sessions. */
export function readGiven(files: StateFiles, sink: string, pack?: StatePack): GivenSession | undefined {
  const state = readState(files.state(sink));
  if (state) return { state, ledger: () => readLedger(files.ledger(sink), state.ledgerBytes), place: 'files' };
  const packed = pack ? pack.read(files.key) : readPacked(files.pack(sink), files.key);
  return packed && { state: packed.state, ledger: () => packed.ledger, place: 'pack' };
}
