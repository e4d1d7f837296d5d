import { useEffect } from 'preact/hooks';
import type { IndexState } from '../api/contract.js';
import { useAppState } from './state.js';

/** How far the index is, as it goes on. What was answered before it was whole is asked for again when it is. */
export function useIndex(answered: IndexState | undefined, reload: () => void): IndexState | undefined {
  const { state } = useAppState();
  const index = state?.index ?? answered;
  const isBehind = index?.phase === 'ready' && answered?.phase === 'building';
  useEffect(() => {
    if (isBehind) reload();
  }, [isBehind]);
  return index;
}
