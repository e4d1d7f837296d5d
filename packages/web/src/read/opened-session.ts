import { type Agent, turnsOf } from '@unspool/session';
import { sessionPath } from '../view/paths.js';
import type { AgentHead } from '../view/routes.js';
import type { Conversation } from './conversation.js';
import { Measured } from './measured.js';
import { OpenedFile } from './opened-file.js';
import { SessionAgents } from './session-agents.js';

/** 12 MB: read faster than anybody waits for. */
const BEGINNING_STEPS = 4;

/** A session and its sub-agents, as far as somebody looked at them. */
export class OpenedSession {
  private readonly main: OpenedFile;
  private readonly agents: SessionAgents;
  private readonly agentFiles = new Map<string, OpenedFile>();
  private last: Conversation | undefined;

  constructor(
    private readonly id: string,
    private readonly file: string,
  ) {
    this.main = new OpenedFile(file, id);
    this.agents = new SessionAgents(file);
  }

  /** Roughly what it holds in memory. */
  get nodes(): number {
    let count = this.main.session.nodes.length;
    for (const file of this.agentFiles.values()) count += file.session.nodes.length;
    return count;
  }

  /** The session as it is now, read to its end. */
  async whole(): Promise<Conversation> {
    await this.main.readAll();
    return this.conversation();
  }

  /** As far as it was read: of a huge file, its beginning; a little more of it when that is not enough. */
  begun(isEnough: (begun: Conversation) => boolean): Conversation {
    for (let step = 0; step < BEGINNING_STEPS; step++) {
      const begun = this.conversation();
      if (begun.isWhole || isEnough(begun)) return begun;
      this.main.grow();
    }
    return this.conversation();
  }

  async agent(agentId: string): Promise<Conversation | undefined> {
    await this.whole();
    const agent = this.agents.find(agentId)?.agent;
    if (!agent) return undefined;
    return agent.place === 'file' ? this.agentOfFile(agent) : this.innerAgent(agent);
  }

  async agentHead(agentId: string): Promise<AgentHead | undefined> {
    await this.whole();
    const found = this.agents.find(agentId);
    if (!found) return undefined;
    const ref = this.agents.refOf(found.agent);
    return { ...ref, callId: found.callId ?? null, ...this.agents.times(agentId) };
  }

  private conversation(): Conversation {
    const { main, agents } = this;
    const { revision, isWhole, isFresh } = main;
    if (this.last?.revision === revision && this.last.isWhole === isWhole && this.last.isFresh === isFresh)
      return this.last;
    const turns = main.turns();
    if (isWhole) agents.look(main.session, turns.pairing);
    else agents.lookQuickly(turns.pairing);
    const path = sessionPath(this.id);
    const { session, measured } = main;
    this.last = { path, file: this.file, session, turns, measured, isWhole, revision, isFresh, agents };
    return this.last;
  }

  private async agentOfFile(agent: Agent): Promise<Conversation> {
    let opened = this.agentFiles.get(agent.agentId);
    if (!opened) {
      opened = new OpenedFile(agent.file, undefined);
      this.agentFiles.set(agent.agentId, opened);
    }
    await opened.readAll();
    const { session, measured, revision, isFresh } = opened;
    const path = sessionPath(this.id, agent.agentId);
    const agents = this.agents.below(agent);
    return {
      path,
      file: agent.file,
      session,
      turns: opened.turns(),
      measured,
      isWhole: true,
      revision,
      isFresh,
      agents,
    };
  }

  /** Its lines stand inside another file. */
  private innerAgent(agent: Agent): Conversation {
    const session = agent.open();
    const measured = new Measured();
    for (const [node, entry] of session.entries()) measured.add(node, entry);
    return {
      path: sessionPath(this.id, agent.agentId),
      file: agent.file,
      session,
      turns: turnsOf(session),
      measured,
      isWhole: true,
      revision: this.main.revision,
      isFresh: this.main.isFresh,
      agents: this.agents.below(agent),
    };
  }
}
