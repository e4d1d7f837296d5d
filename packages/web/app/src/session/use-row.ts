import { useCallback } from 'preact/hooks';
import type { SessionRow } from '../api/contract.js';
import { useLive } from '../api/live.js';
import { useResource } from '../api/resource.js';
import { useWhileLive } from '../api/while-live.js';
import { isShared } from '../team/shared-id.js';
import type { Conversation } from './conversation.js';

/** The session's row, first from its own route, later from the outline. */
export function useRow(id: string, conversation: Conversation): SessionRow | undefined {
  const { data, reload } = useResource<{ session: SessionRow }>(`/api/sessions/${encodeURIComponent(id)}`);
  const isLive = data?.session.isLive ?? false;
  useLive(
    useCallback(
      (event) => {
        // A session that grows is live, but the list reports that only after the index is updated.
        const isTakenUp = event.type === 'session' && event.id === id && !isLive;
        if (isTakenUp || event.type === 'list') reload();
      },
      [id, isLive],
    ),
  );
  useWhileLive(
    isLive,
    useCallback(() => reload(), [id]),
  );
  // The usage of a colleague's session is counted when it is read.
  const counted = isShared(id) && conversation.agentId === null ? conversation.outline?.session : undefined;
  return counted ?? data?.session ?? conversation.outline?.session;
}
