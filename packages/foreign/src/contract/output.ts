import type { Thread } from './thread.js';

/** Facts about a session, known when its translation begins. */
export interface SessionHead {
  /** The agent's own id. The copy is named after it. */
  id: string;
  /** Where the agent worked. Determines the project; without it, the session has none. */
  cwd: string | undefined;
}

/** Facts about a sub-agent, known when its translation begins. */
export interface SubAgentHead {
  id: string;
  /** The session or sub-agent that started it, perhaps in another source. */
  parent: string;
  cwd: string | undefined;
  /** The call that started it. If unknown, the call's result names the sub-agent (`agentId`). */
  toolUseId?: string;
  type?: string;
  description?: string;
}

/** What is read of sessions: everything, or only what reports of tokens need, which is much faster. */
export type Extent = 'everything' | 'usage';

/** Receives what an adapter reads. Nothing becomes visible until the whole source is translated. */
export interface Output {
  /** If only usage is wanted, an adapter may leave out whatever changes neither the replies nor their times and tokens. */
  readonly extent: Extent;
  /** Starts a session. Several may be open at the same time. */
  session(head: SessionHead): Thread;
  /** Starts a sub-agent, which gets a file of its own. */
  subAgent(head: SubAgentHead): Thread;
  /**
   * If `stamp` is the same as for the existing copy of a session, keeps that copy with its sub-agents and returns true,
   * so that the adapter can skip the session. For databases, where a change affects only a few sessions.
   */
  keep(id: string, stamp: string): boolean;
  /** Counts a line or record that could not be read. The first ones are also reported. */
  damaged(where: string, message: string): void;
  /** Counts a kind of record that the adapter does not know. */
  unknown(kind: string): void;
}
