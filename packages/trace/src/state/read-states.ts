import { join } from 'node:path';
import { namesIn } from './names-in.js';
import { readState, type SessionState } from './session-state.js';
import { StatePack } from './state-pack.js';
import type { TraceFolder } from './trace-folder.js';

/** What a sink has of every session. */
export function readStates(folder: TraceFolder, sink: string): SessionState[] {
  const states = new Map<string, SessionState>();
  for (const { state } of new StatePack(folder.pack(sink)).readAll()) states.set(state.file, state);
  const ending = `.${sink}.json`;
  for (const name of namesIn(folder.state)) {
    const state = name.endsWith(ending) ? readState(join(folder.state, name)) : undefined;
    if (state) states.set(state.file, state);
  }
  return [...states.values()];
}
