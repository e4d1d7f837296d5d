import { callsOf, type ToolCall } from '@unspool/session';
import type { Conversation } from '../../read/conversation.js';

/** A call of a session or of one of its sub-agents. */
export interface SessionCall {
  conversation: Conversation;
  call: ToolCall;
  /** The session's turn in which it happened. */
  turn: number;
  agentId: string | null;
}

/** All calls of a session, those of its sub-agents too, in the order in which they ended. */
export async function callsOfSession(
  conversation: Conversation,
  openAgent: (agentId: string) => Promise<Conversation | undefined>,
): Promise<SessionCall[]> {
  const calls: SessionCall[] = [];
  const seen = new Set<string>();
  const add = async (own: Conversation, agentId: string | null, turnOf: (number: number) => number) => {
    for (const turn of own.turns.turns) {
      for (const call of callsOf(turn)) {
        calls.push({ conversation: own, call, turn: turnOf(turn.number), agentId });
        for (const agent of own.agents.of(call.id)) {
          if (seen.has(agent.agentId)) continue;
          seen.add(agent.agentId);
          const opened = await openAgent(agent.agentId);
          if (opened) await add(opened, agent.agentId, () => turnOf(turn.number));
        }
      }
    }
  };
  await add(conversation, null, (number) => number);
  // Calls without a time keep their place after the one before them.
  let last = 0;
  const timed = calls.map((call) => {
    if (!Number.isNaN(call.call.endedAt)) last = call.call.endedAt;
    return { call, time: last };
  });
  return timed.sort((a, b) => a.time - b.time).map(({ call }) => call);
}
