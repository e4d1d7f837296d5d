import { useEffect } from 'preact/hooks';
import type { IndexState } from '../api/contract.js';
import { useAppState } from './state.js';

/** The progress of the index. Answers from before it was complete are fetched again once it is. */
export function useIndex(answered: IndexState | undefined, reload: () => void): IndexState | undefined {
  const { state } = useAppState();
  const index = state?.index ?? answered;
  const isBehind = index?.phase === 'ready' && answered?.phase === 'building';
  useEffect(() => {
    if (isBehind) reload();
  }, [isBehind]);
  return index;
}
