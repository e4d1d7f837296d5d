import { statSync } from 'node:fs';
import { type Agent, agentTree, type Node, type Session, scanList, type Tokens, turnsOf } from '@unspool/session';
import { type Family, leadsOut, wholeFamilyOf } from '@unspool/session/locate';
import { addTokens, linkAgents, noTokens, type Pairing } from '@unspool/session/model';
import { maskedLine } from '../view/texts.js';
import { timeOrNull } from '../view/times.js';
import type { AgentRef } from '../view/view.js';
import type { AgentsOfCalls } from './conversation.js';

/** The facts about a sub-agent, and how large its file was when they were read. */
interface Facts {
  size: number;
  turns: number;
  tokens: Tokens;
  startedAt: number | null;
  endedAt: number | null;
}

/** The sub-agents of one session, including those that sub-agents started. */
export class SessionAgents implements AgentsOfCalls {
  private started = new Map<string, Agent[]>();
  private byId = new Map<string, { agent: Agent; callId: string | undefined }>();
  private readonly facts = new Map<string, Facts>();
  private seen = '';

  constructor(private readonly file: string) {}

  /** Finds which call started which sub-agent. This opens every sub-agent, so it is done only if something may have changed. */
  look(session: Session, pairing: Pairing): void {
    const family = ownFamilyOf(this.file);
    const asked = [...pairing.calls.values()].filter((call) => call.prompt !== undefined);
    const seen = [family.agents.length, asked.length, asked.filter((call) => call.result).length].join(' ');
    if (seen === this.seen) return;
    this.seen = seen;
    // Most sessions have none, and in a huge one even the search takes time.
    if (family.agents.length === 0 && !session.nodes.some(isOfAgent)) return;
    const tree = agentTree(session, family, this.file);
    this.started = tree.started;
    this.byId = new Map();
    this.note(tree.started);
    for (const agent of tree.lost) this.noteOne(agent, undefined);
  }

  /** For the beginning of a huge file: uses only its own calls, and opens nothing. */
  lookQuickly(pairing: Pairing): void {
    const agents = ownFamilyOf(this.file).agents.filter((agent) => !agent.isWarmup && !agent.isInternal);
    if (agents.length === 0) return;
    const sources = agents.map(({ id, meta, prompt }) => ({
      agentId: id,
      ...(typeof meta?.['toolUseId'] === 'string' && { toolUseId: meta['toolUseId'] }),
      ...(prompt !== undefined && { prompt }),
    }));
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    for (const [agentId, callId] of linkAgents(pairing.calls.values(), sources)) {
      const found = agents.find(({ id }) => id === agentId);
      if (!found) continue;
      const agent: Agent = {
        agentId,
        place: 'file',
        file: found.file,
        agentType: text(found.meta?.['agentType']),
        description: text(found.meta?.['description']),
        toolUseId: callId,
        prompt: found.prompt,
        open: () => {
          throw new Error('a sub-agent is opened when the whole session is known');
        },
        started: new Map(),
      };
      this.started.set(callId, [agent]);
    }
  }

  find(agentId: string): { agent: Agent; callId: string | undefined } | undefined {
    return this.byId.get(agentId);
  }

  /** Every sub-agent, including those that sub-agents started. */
  ids(): string[] {
    return [...this.byId.keys()];
  }

  of(callId: string): readonly AgentRef[] {
    return (this.started.get(callId) ?? []).map((agent) => this.refOf(agent));
  }

  /** The sub-agents that one sub-agent started. */
  below(agent: Agent): AgentsOfCalls {
    return {
      of: (callId) => (agent.started.get(callId) ?? []).map((each) => this.refOf(each)),
      times: (agentId) => this.times(agentId),
    };
  }

  times(agentId: string): { startedAt: number | null; endedAt: number | null } {
    const { startedAt = null, endedAt = null } = this.facts.get(agentId) ?? {};
    return { startedAt, endedAt };
  }

  refOf(agent: Agent): AgentRef {
    const { turns, tokens } = this.factsOf(agent);
    const shown = (text: string | undefined) => (text === undefined ? null : maskedLine(text, { isRevealed: false }));
    return {
      agentId: agent.agentId,
      agentType: shown(agent.agentType),
      description: shown(agent.description),
      turns,
      tokens,
    };
  }

  private factsOf(agent: Agent): Facts {
    const size = agent.place === 'file' ? sizeOf(agent.file) : -1;
    const known = this.facts.get(agent.agentId);
    if (known && known.size === size) return known;
    const facts = agent.place === 'file' ? this.scan(agent.file, size) : measure(agent.open());
    this.facts.set(agent.agentId, facts);
    return facts;
  }

  private scan(file: string, size: number): Facts {
    try {
      const { turns, tokens, startedAt, endedAt } = scanList({ main: file, agents: [] });
      return { size, turns, tokens, startedAt: timeOrNull(startedAt), endedAt: timeOrNull(endedAt) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      // The file was deleted meanwhile, so nothing is known about it.
      return { size, turns: 0, tokens: noTokens, startedAt: null, endedAt: null };
    }
  }

  private note(started: ReadonlyMap<string, Agent[]>): void {
    for (const [callId, agents] of started) for (const agent of agents) this.noteOne(agent, callId);
  }

  private noteOne(agent: Agent, callId: string | undefined): void {
    if (this.byId.has(agent.agentId)) return;
    this.byId.set(agent.agentId, { agent, callId });
    this.note(agent.started);
  }
}

/** Excludes links to files outside the config folder, which do not belong to the session. */
function ownFamilyOf(file: string): Family {
  const family = wholeFamilyOf(file);
  return { ...family, agents: family.agents.filter((agent) => !leadsOut(agent.file)) };
}

function isOfAgent({ isSidechain, subtype }: Node): boolean {
  return isSidechain || subtype === 'agent_progress';
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function measure(session: Session): Facts {
  const { turns } = turnsOf(session);
  return {
    size: -1,
    turns: turns.length,
    tokens: turns.reduce((sum, turn) => addTokens(sum, turn.tokens), noTokens),
    startedAt: timeOrNull(turns[0]?.startedAt ?? Number.NaN),
    endedAt: timeOrNull(turns.at(-1)?.endedAt ?? Number.NaN),
  };
}
