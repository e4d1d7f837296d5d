import { useCallback } from 'preact/hooks';
import type { SessionRow } from '../api/contract.js';
import { useLive } from '../api/live.js';
import { useResource } from '../api/resource.js';
import { useWhileLive } from '../api/while-live.js';
import type { Conversation } from './conversation.js';

/** The session's row: at once from its own route, later with the outline. */
export function useRow(id: string, conversation: Conversation): SessionRow | undefined {
  const { data, reload } = useResource<{ session: SessionRow }>(`/api/sessions/${encodeURIComponent(id)}`);
  useLive(useCallback((event) => event.type === 'list' && reload(), [id]));
  useWhileLive(
    data?.session.isLive ?? false,
    useCallback(() => reload(), [id]),
  );
  return data?.session ?? conversation.outline?.session;
}
