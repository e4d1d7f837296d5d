import { useSyncExternalStore } from './external.js';

const narrow = matchMedia('(max-width: 640px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether the screen is as narrow as a phone's, also after it is turned. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
