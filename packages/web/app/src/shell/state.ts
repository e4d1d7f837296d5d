import type { AppState, IndexState } from '../api/contract.js';
import { get, keepToken, type RequestError } from '../api/request.js';
import { asRequestError } from '../api/resource.js';
import { useSyncExternalStore } from './external.js';

/** The state of the server, shared by all pages. */
export interface Known {
  state: AppState | undefined;
  error: RequestError | undefined;
}

let known: Known = { state: undefined, error: undefined };
const listeners = new Set<() => void>();

export function useAppState(): Known {
  return useSyncExternalStore(subscribe, () => known);
}

export async function loadState(): Promise<void> {
  try {
    const state = await get<AppState>('/api/state');
    keepToken(state);
    set({ state, error: undefined });
  } catch (error) {
    set({ state: known.state, error: asRequestError(error) });
  }
}

export function setIndex(index: IndexState): void {
  if (known.state) set({ ...known, state: { ...known.state, index } });
}

function set(next: Known): void {
  known = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
