import { useCallback } from 'preact/hooks';
import type { Thumbnail } from '../api/contract.js';
import { get } from '../api/request.js';
import { useSyncExternalStore } from '../shell/external.js';

const REST = 60;
const MAX = 100;
const kept = new Map<string, Thumbnail>();
const asked = new Set<string>();
const listeners = new Map<string, () => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** A session's thumbnail, once it is fetched. Then only its own row is rendered again, not the list. */
export function useTape(id: string): Thumbnail | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.set(id, listener);
      return () => {
        if (listeners.get(id) === listener) listeners.delete(id);
      };
    },
    [id],
  );
  return useSyncExternalStore(subscribe, () => kept.get(id));
}

/** Fetches the thumbnails of the rows on screen together, once scrolling pauses. */
export function wantTapes(ids: readonly string[]): void {
  clearTimeout(timer);
  const missing = ids.filter((id) => !asked.has(id)).slice(0, MAX);
  if (missing.length > 0) timer = setTimeout(() => void load(missing), REST);
}

async function load(ids: readonly string[]): Promise<void> {
  for (const id of ids) asked.add(id);
  try {
    const { tapes } = await get<{ tapes: Thumbnail[] }>(`/api/tapes?ids=${ids.map(encodeURIComponent).join()}`);
    for (const tape of tapes) kept.set(tape.id, tape);
    for (const { id } of tapes) listeners.get(id)?.();
  } catch {
    // The list works without thumbnails; they are fetched again on the next visit.
    for (const id of ids) asked.delete(id);
  }
}
