import { type Agent, turnsOf } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';
import { sessionPath } from '../view/paths.js';
import type { AgentHead } from '../view/routes.js';
import type { Conversation } from './conversation.js';
import { Measured } from './measured.js';
import { OpenedFile } from './opened-file.js';
import { SessionAgents } from './session-agents.js';

/** A few megabytes are read without a noticeable delay. */
const BEGINNING_STEPS = 4;

/** A session, and those of its sub-agents that were opened. */
export class OpenedSession {
  private readonly main: OpenedFile;
  private readonly agents: SessionAgents;
  private readonly agentFiles = new Map<string, OpenedFile>();
  private last: Conversation | undefined;
  private beginning: { generation: number; conversation: Conversation } | undefined;

  constructor(
    private readonly id: string,
    private readonly file: string,
  ) {
    this.main = new OpenedFile(file, sessionIdIn(id));
    this.agents = new SessionAgents(file);
  }

  /** Roughly how much memory it uses. */
  get nodes(): number {
    let count = this.main.session.nodes.length;
    for (const file of this.agentFiles.values()) count += file.session.nodes.length;
    return count;
  }

  /** The current state of the session, read to its end. */
  async whole(): Promise<Conversation> {
    await this.main.readAll();
    this.beginning = undefined;
    return this.conversation();
  }

  /**
   * The beginning of a huge file, if that is enough, without waiting for the rest. It is computed once and reused while
   * the rest is being read. Undefined if more of the file is needed, or all of it has been read.
   */
  begun(isEnough: (begun: Conversation) => boolean): Conversation | undefined {
    // Reads nothing; only checks whether the file is still the same.
    if (!this.main.isReading) this.main.grow(0);
    for (let step = 0; step < BEGINNING_STEPS && !this.main.isWhole; step++) {
      const beginning = this.knownBeginning();
      if (beginning && isEnough(beginning)) return beginning;
      // The rest is being read, and arrives sooner if nothing else is computed meanwhile.
      if (this.main.isReading) return undefined;
      if (beginning) this.main.grow();
      if (!this.main.isWhole) this.beginning = { generation: this.main.generation, conversation: this.conversation() };
    }
    return undefined;
  }

  private knownBeginning(): Conversation | undefined {
    return this.beginning?.generation === this.main.generation ? this.beginning.conversation : undefined;
  }

  async agent(agentId: string): Promise<Conversation | undefined> {
    await this.whole();
    const agent = this.agents.find(agentId)?.agent;
    if (!agent) return undefined;
    return agent.place === 'file' ? this.agentOfFile(agent) : this.innerAgent(agent);
  }

  async agentIds(): Promise<string[]> {
    await this.whole();
    return this.agents.ids();
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

  /** A sub-agent whose lines are inside another file. */
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

/** Drops the number that the list adds to the second session with the same id. */
function sessionIdIn(id: string): string {
  const sessionId = id.replace(/^[^~]*~/, '').replace(/@\d+$/, '');
  return isSessionId(sessionId) ? sessionId : id;
}
