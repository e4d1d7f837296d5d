import type { Agent } from './agent.js';
import { progressAgentsOf } from './agents.js';
import type { Node } from './node.js';
import { type Session, sessionOf } from './session.js';

/** Finds sub-agents whose lines are in the progress lines of a call. Reads nothing until one of them is opened. */
export function progressAgents(session: Session, file: string): Agent[] {
  const nodes = new Map<string, Node[]>();
  for (const node of session.nodes) {
    const callId = node.extra?.parentToolUseID;
    if (node.subtype !== 'agent_progress' || callId === undefined) continue;
    const known = nodes.get(callId);
    if (known) known.push(node);
    else nodes.set(callId, [node]);
  }
  return [...nodes].map(([toolUseId, own]) => ({
    agentId: own.find((node) => node.extra?.agentId !== undefined)?.extra?.agentId ?? toolUseId,
    place: 'progress lines',
    file,
    agentType: undefined,
    description: undefined,
    toolUseId,
    prompt: undefined,
    open: () => progressAgentsOf({ ...session, nodes: own })[0]?.session ?? sessionOf([], toolUseId),
    started: new Map(),
  }));
}

/** Progress lines repeat the content of the agent's file, if there is one. */
export function hasOwnFile(agent: Agent, ids: ReadonlySet<string>): boolean {
  return ids.has(agent.agentId);
}
