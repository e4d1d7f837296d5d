import { useEffect, useMemo, useState } from 'preact/hooks';
import { Conversation } from './conversation.js';

/** The conversation of the page and those of the sub-agents opened in it; redraws when any of them changes. */
export function useConversations(sessionId: string, agentId: string | null) {
  const [version, bump] = useState(0);
  const house = useMemo(() => {
    const agents = new Map<string, Conversation>();
    const stops: (() => void)[] = [];
    let isPlanned = false;
    // Several changes are drawn together, and not in a frame that scrolls.
    const changed = () => {
      if (isPlanned) return;
      isPlanned = true;
      setTimeout(() => {
        isPlanned = false;
        bump((count) => count + 1);
      });
    };
    const watched = (conversation: Conversation) => {
      stops.push(conversation.subscribe(changed));
      return conversation;
    };
    return {
      main: watched(new Conversation(sessionId, agentId)),
      agents,
      agent: (id: string) => {
        const known = agents.get(id) ?? watched(new Conversation(sessionId, id));
        agents.set(id, known);
        return known;
      },
      stop: () => {
        for (const stop of stops) stop();
      },
    };
  }, [sessionId, agentId]);
  useEffect(() => house.stop, [house]);
  return { ...house, version };
}
