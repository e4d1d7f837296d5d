import { type Agent, agentTree, type Node, type Session, turnsOf } from '@unspool/session';
import type { Family, FamilyAgent } from '@unspool/session/locate';
import { firstWords, progressAgentsOf, sessionOf, sidechainsOf } from '@unspool/session/model';
import { openFile, type Unread } from './open-file.js';
import { type Thread, type ThreadReply, threadOf } from './thread.js';

/** A sub-agent without a known call, or one of the client's own helpers. */
export interface LooseAgent {
  agent: Agent;
  isHelper: boolean;
}

/**
 * All sub-agents of a session, and the owner of each reply. A reply can be in several places: in a sub-agent that inherited
 * its parent's history, in a copied branch, in a progress line. Only its owner shows it; the main conversation has priority.
 */
export class Forest {
  /**
   * By the number of the turn that was running when they began; 0 if there is no turn. In a session that has not ended,
   * agents that began after its last line are left out: their call may not be written yet.
   */
  readonly loose = new Map<number, LooseAgent[]>();
  private readonly owners = new Map<string, unknown>();
  private readonly started: ReadonlyMap<string, Agent[]>;
  private readonly threads = new Map<Agent, Thread>();
  private heldNodes = 0;
  private readonly isEnded: boolean;
  private openFile: (file: string) => Session;

  constructor(
    private readonly main: Thread,
    family: Pick<Family, 'agents'>,
    private readonly file: string,
    { isEnded, unread }: { isEnded: boolean; unread: Unread },
  ) {
    this.isEnded = isEnded;
    const open = (path: string) => openFile(path, unread);
    this.openFile = open;
    // Keys are unique within a thread.
    for (const replies of main.replies.values()) for (const { key } of replies) this.owners.set(key, main);
    const { hasProgress, hasSide } = innerLines(main.session.nodes);
    if (family.agents.length === 0 && !hasProgress && !hasSide) {
      this.started = new Map();
      return;
    }
    // agentTree opens every file to find out which agent started which; claimAll needs the same files right after.
    const opened = new OpenedFiles(open);
    this.openFile = (path) => opened.take(path);
    const { calls } = main.turns.pairing;
    const tree = agentTree(main.session, family, file, { open: (path) => opened.open(path), calls });
    this.started = tree.started;
    for (const agents of tree.started.values()) for (const agent of agents) this.claimAll(agent);
    for (const agent of tree.lost) this.settle({ agent, isHelper: false });
    for (const agent of helpersOf(main.session, family, { file, open })) this.settle({ agent, isHelper: true });
    if (hasProgress) this.claimLeftovers(main.session);
    this.openFile = open;
  }

  /** The agents that a call started. `host` is the agent that made the call; undefined for the main conversation. */
  startedBy(callId: string, host: Agent | undefined): readonly Agent[] {
    return (host ? host.started : this.started).get(callId) ?? [];
  }

  isOwned(reply: ThreadReply, host: Agent | undefined): boolean {
    return this.owners.get(reply.key) === (host ?? this.main);
  }

  threadOf(agent: Agent): Thread {
    const known = this.threads.get(agent);
    if (known) return known;
    const session = agent.place === 'file' ? this.openFile(agent.file) : agent.open();
    const thread = threadOf(session, turnsOf(session, { withTip: false }));
    this.threads.set(agent, thread);
    this.heldNodes += session.nodes.length;
    for (const [old, { session: held }] of this.threads) {
      if (this.heldNodes <= MAX_HELD_NODES || old === agent) break;
      this.threads.delete(old);
      this.heldNodes -= held.nodes.length;
    }
    return thread;
  }

  private claim(reply: ThreadReply, owner: unknown): void {
    if (!this.owners.has(reply.key)) this.owners.set(reply.key, owner);
  }

  private claimAll(agent: Agent): void {
    const waiting = [agent];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      for (const replies of this.threadOf(at).replies.values()) for (const reply of replies) this.claim(reply, at);
      for (const started of at.started.values()) for (const agent of started) waiting.push(agent);
    }
  }

  private settle(loose: LooseAgent): void {
    this.claimAll(loose.agent);
    const turn = this.turnAt(this.threadOf(loose.agent).session);
    if (turn !== undefined) this.loose.set(turn, [...(this.loose.get(turn) ?? []), loose]);
  }

  /** Compares positions in the file, not times: a queued prompt's time is earlier than its position suggests. */
  private turnAt({ nodes }: Session): number | undefined {
    const { turns } = this.main.turns;
    const begin = nodes.find((node) => !Number.isNaN(node.time))?.time ?? Number.NaN;
    const next = this.main.session.nodes.find((node) => node.time > begin);
    if (!next && !this.isEnded) return undefined;
    const running = next ? turns.findLast((turn) => turn.start.index < next.index) : turns.at(-1);
    return (running ?? turns[0])?.number ?? 0;
  }

  /** Replies that only progress lines hold: neither the call nor an agent's file has them. */
  private claimLeftovers(session: Session): void {
    const isLeft = ({ extra }: Node) =>
      extra?.embedded?.messageId !== undefined && !this.owners.has(extra.embedded.messageId);
    const calls = new Set(session.nodes.filter(isLeft).map((node) => node.extra?.parentToolUseID));
    if (calls.size === 0) return;
    const nodes = session.nodes.filter(({ extra }) => calls.has(extra?.parentToolUseID));
    for (const inner of progressAgentsOf({ ...session, nodes })) {
      const agentId = inner.agentId ?? inner.toolUseId ?? '';
      const agent = agentWith({ agentId, toolUseId: inner.toolUseId, file: this.file, session: inner.session });
      this.settle({ agent, isHelper: false });
    }
  }
}

const MAX_HELD_NODES = 50_000;

/** Whether the session's own file has lines of sub-agents. */
function innerLines(nodes: readonly Node[]): { hasProgress: boolean; hasSide: boolean } {
  let hasProgress = false;
  let hasSide = false;
  for (const { extra, isSidechain } of nodes) {
    if (isSidechain) hasSide = true;
    if (extra?.parentToolUseID !== undefined) hasProgress = true;
  }
  return { hasProgress, hasSide };
}

/** Keeps opened sessions for their second use, up to a limit. */
class OpenedFiles {
  private readonly held = new Map<string, Session>();
  private bytes = 0;

  constructor(private readonly openFile: (file: string) => Session) {}

  open(file: string): Session {
    const session = this.openFile(file);
    if (this.bytes + session.size <= MAX_HELD_BYTES) {
      this.held.set(file, session);
      this.bytes += session.size;
    }
    return session;
  }

  take(file: string): Session {
    const session = this.held.get(file);
    if (!session) return this.openFile(file);
    this.held.delete(file);
    this.bytes -= session.size;
    return session;
  }
}

const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** Warmups, compactions, suggestions: the client started them by itself, but they cost money. */
function helpersOf(session: Session, family: Pick<Family, 'agents'>, { file, open }: Opener): Agent[] {
  const files = family.agents
    .filter((agent) => agent.isInternal || agent.isWarmup)
    .map((agent) => fileAgent(agent, open));
  const chains = sidechainsOf(session)
    .filter((chain) => firstWords(chain.session)?.trim() === 'Warmup')
    .map((chain) => agentWith({ agentId: chain.agentId ?? 'warmup', file, session: chain.session }));
  return [...files, ...chains];
}

interface Opener {
  file: string;
  open: (file: string) => Session;
}

function fileAgent({ id, file, isWarmup, prompt }: FamilyAgent, open: Opener['open']): Agent {
  const agentType = isWarmup ? 'warmup' : /^a(.+)-[^-]*$/.exec(id)?.[1];
  return { ...agentWith({ agentId: id, file }), place: 'file', open: () => open(file), prompt, agentType };
}

interface KnownAgent {
  agentId: string;
  toolUseId?: string | undefined;
  file: string;
  session?: Session;
}

function agentWith({ agentId, toolUseId, file, session }: KnownAgent): Agent {
  return {
    agentId,
    place: 'progress lines',
    file,
    agentType: undefined,
    description: undefined,
    toolUseId,
    prompt: undefined,
    open: () => session ?? sessionOf([], agentId),
    started: new Map(),
  };
}
