import type { JsonObject } from '@unspool/session';
import { UNKNOWN_TYPE } from './labels.js';

/** What the files of a session say about its sub-agents, by the names below. */
export type AgentFacts = ReadonlyMap<string, string>;
export type AgentFact = [name: string, value: string];

const ofCall = (id: string) => `call ${id}`;
const typeOf = (agent: string) => `type of ${agent}`;
const callOf = (agent: string) => `call of ${agent}`;
const noteOf = (agent: string) => `note of ${agent}`;
const noteCallOf = (agent: string) => `noted call of ${agent}`;

/** Facts from an entry: the type that a call requests, and the sub-agent that a call started. */
export function agentFactsIn(object: JsonObject): AgentFact[] {
  const { content } = (object['message'] ?? {}) as { content?: unknown };
  if (!Array.isArray(content)) return [];
  const facts: AgentFact[] = [];
  if (object['type'] === 'assistant') {
    for (const block of content as { type?: unknown; id?: unknown; input?: { subagent_type?: unknown } }[]) {
      const type = block?.input?.subagent_type;
      if (block?.type === 'tool_use' && typeof type === 'string') facts.push([ofCall(String(block.id)), type]);
    }
  }
  const { agentId, agentType } = (object['toolUseResult'] ?? {}) as { agentId?: unknown; agentType?: unknown };
  if (typeof agentId !== 'string') return facts;
  const [block] = content as { tool_use_id?: unknown }[];
  if (typeof agentType === 'string') facts.push([typeOf(agentId), agentType]);
  else if (typeof block?.tool_use_id === 'string') facts.push([callOf(agentId), block.tool_use_id]);
  return facts;
}

/** Facts from the note next to a sub-agent's file. */
export function agentFactsOf(agent: string, { agentType, toolUseId }: JsonObject): AgentFact[] {
  const facts: AgentFact[] = [];
  if (typeof agentType === 'string') facts.push([noteOf(agent), agentType]);
  if (typeof toolUseId === 'string') facts.push([noteCallOf(agent), toolUseId]);
  return facts;
}

/** The type of a sub-agent: from its note, else from the call that started it. */
export function agentTypeOf(agent: string | null, facts: AgentFacts): string {
  if (agent === null) return UNKNOWN_TYPE;
  const byCall = (call: string | undefined) => (call === undefined ? undefined : facts.get(ofCall(call)));
  return (
    facts.get(noteOf(agent)) ??
    byCall(facts.get(noteCallOf(agent))) ??
    facts.get(typeOf(agent)) ??
    byCall(facts.get(callOf(agent))) ??
    UNKNOWN_TYPE
  );
}
