import { useCallback, useRef } from 'preact/hooks';
import { useLive } from '../api/live.js';
import type { Conversation } from './conversation.js';

/** Rereads the last turns of a session whenever it grows. */
export function useGrowing(
  id: string,
  agentId: string | null,
  main: Conversation,
  agents: Map<string, Conversation>,
): void {
  const busy = useRef(new Map<Conversation, 'reading' | 'again'>());
  useLive(
    useCallback(
      (event) => {
        if (event.type === 'missed' && event.id === id) {
          for (const each of [main, ...openOf(agents)]) void follow(each, busy.current);
        }
        // Only the list reports that a deleted file is back.
        if (event.type === 'list' && main.error) void follow(main, busy.current);
        if (event.type !== 'session' || event.id !== id) return;
        const grown = event.agentId === agentId ? main : openOf(agents).find((each) => each.agentId === event.agentId);
        if (grown) void follow(grown, busy.current);
      },
      [id, agentId, main],
    ),
  );
}

/** The sub-agents that were opened. */
function openOf(agents: Map<string, Conversation>): Conversation[] {
  return [...agents.values()].filter(({ turns }) => turns.length > 0);
}

/** Reads once at a time. Changes that arrive meanwhile are read together afterwards. */
async function follow(conversation: Conversation, busy: Map<Conversation, 'reading' | 'again'>): Promise<void> {
  if (busy.has(conversation)) {
    busy.set(conversation, 'again');
    return;
  }
  busy.set(conversation, 'reading');
  await conversation.grow();
  const isAgain = busy.get(conversation) === 'again';
  busy.delete(conversation);
  if (isAgain) await follow(conversation, busy);
}
