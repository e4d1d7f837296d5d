import type { Family, FamilyAgent } from '../locate/family.js';
import type { Agent } from './agent.js';
import { type AgentSource, linkAgents, sidechainsOf } from './agents.js';
import { firstWords } from './first-words.js';
import { openSession } from './open-session.js';
import { pairToolCalls } from './pairing.js';
import { hasOwnFile, progressAgents } from './progress-agents.js';
import type { Session } from './session.js';
import type { ToolCall } from './turn.js';
import { mainThread } from './turns.js';

export interface AgentTree {
  /** Agents that the main conversation started, by call. */
  started: Map<string, Agent[]>;
  /** Agents for which no call was found. */
  lost: Agent[];
  /** The number of warmups and of the client's own helpers, which the user did not request. */
  hidden: number;
}

export interface AgentTreeOptions {
  open?: (file: string) => Session;
  /** The calls of the main conversation, if the caller has already paired them. */
  calls?: ReadonlyMap<string, ToolCall> | undefined;
}

/**
 * Finds all sub-agents of a session and which call started each. Every sub-agent gets exactly one place, so
 * contradictory notes cannot form a circle.
 */
export function agentTree(
  session: Session,
  family: Pick<Family, 'agents'>,
  file: string,
  { open = openSession, calls }: AgentTreeOptions = {},
): AgentTree {
  const own = family.agents.filter((agent) => !agent.isInternal && !agent.isWarmup);
  const sideChains = sideChainAgents(session, file);
  const shownChains = sideChains.filter((agent) => agent.prompt?.trim() !== 'Warmup');
  const tree = new TreeBuilder([...own.map((agent) => fileAgent(agent, open)), ...shownChains]);
  const started: Map<string, Agent[]> = new Map();
  tree.grow({ session, file, started, calls });
  return {
    started,
    lost: tree.growLost(),
    hidden: family.agents.length - own.length + sideChains.length - shownChains.length,
  };
}

interface Host {
  session: Session;
  file: string;
  started: Map<string, Agent[]>;
  calls?: ReadonlyMap<string, ToolCall> | undefined;
}

class TreeBuilder {
  private readonly waiting: Set<Agent>;
  private readonly withFile: ReadonlySet<string>;

  constructor(agents: readonly Agent[]) {
    this.waiting = new Set(agents);
    this.withFile = new Set(agents.map((agent) => agent.agentId));
  }

  /** Links waiting agents to the calls of a host, then to the calls of the agents it linked, and so on. */
  grow(root: Host): void {
    const hosts = [root];
    for (let host = hosts.shift(); host; host = hosts.shift()) {
      const linked = this.link(host);
      for (const agent of linked) hosts.push({ session: agent.open(), file: agent.file, started: agent.started });
    }
  }

  growLost(): Agent[] {
    const lost: Agent[] = [];
    for (const agent of this.waiting) {
      this.waiting.delete(agent);
      lost.push(agent);
      this.grow({ session: agent.open(), file: agent.file, started: agent.started });
    }
    return lost;
  }

  private link({ session, file, started, calls: paired }: Host): Agent[] {
    const inProgress = progressAgents(session, file);
    if (this.waiting.size === 0 && inProgress.length === 0) return [];
    const calls = paired ?? pairToolCalls(mainThread(session.nodes)).calls;
    const candidates = [...this.waiting];
    const links: ReadonlyMap<string, string> = linkAgents(calls.values(), candidates.map(sourceOf));
    const linked: Agent[] = [];
    for (const agent of candidates) {
      const callId = links.get(agent.agentId);
      if (callId === undefined || !this.waiting.delete(agent)) continue;
      started.set(callId, [...(started.get(callId) ?? []), agent]);
      linked.push(agent);
    }
    for (const agent of inProgress) {
      const callId = agent.toolUseId ?? '';
      if (hasOwnFile(agent, this.withFile) || started.has(callId) || !calls.has(callId)) continue;
      started.set(callId, [agent]);
    }
    return linked;
  }
}

function sourceOf({ agentId, toolUseId, prompt }: Agent): AgentSource {
  return { agentId, ...(toolUseId !== undefined && { toolUseId }), ...(prompt !== undefined && { prompt }) };
}

function fileAgent(agent: FamilyAgent, open: (file: string) => Session): Agent {
  const text = (key: string) => (typeof agent.meta?.[key] === 'string' ? String(agent.meta[key]) : undefined);
  return {
    agentId: agent.id,
    place: 'file',
    file: agent.file,
    agentType: text('agentType'),
    description: text('description'),
    toolUseId: text('toolUseId'),
    prompt: agent.prompt,
    open: () => open(agent.file),
    started: new Map(),
  };
}

function sideChainAgents(session: Session, file: string): Agent[] {
  return sidechainsOf(session).map((chain, at) => ({
    agentId: chain.agentId ?? `side chain ${at + 1}`,
    place: 'side chain',
    file,
    agentType: undefined,
    description: undefined,
    toolUseId: chain.toolUseId,
    prompt: firstWords(chain.session),
    open: () => chain.session,
    started: new Map(),
  }));
}
