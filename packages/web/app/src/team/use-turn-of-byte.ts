import { useEffect } from 'preact/hooks';
import { get, url } from '../api/request.js';
import { address, replace, withQuery } from '../router/location.js';
import { turnOf } from '../router/route.js';
import { isShared } from './shared-id.js';

/** Finds the turn of a search hit, which names only a line. The turn is known once the session is loaded. */
export function useTurnOfByte(id: string, agentId: string | null, at: number | null): void {
  useEffect(() => {
    if (!isShared(id) || at === null || turnOf(address().hash) !== undefined) return;
    const abort = new AbortController();
    const agent = agentId === null ? '' : `/agents/${encodeURIComponent(agentId)}`;
    get<{ turn: number }>(
      url(`/api/sessions/${encodeURIComponent(id)}${agent}/turn-at`, { byte: at }),
      abort.signal,
    ).then(
      ({ turn }) => {
        if (turn > 0 && !abort.signal.aborted) replace(`${withQuery({}).split('#')[0]}#t${turn}`);
      },
      // The page itself reports problems with the session.
      () => undefined,
    );
    return () => abort.abort();
  }, [id, agentId, at]);
}
