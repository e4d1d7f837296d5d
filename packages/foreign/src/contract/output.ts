import type { Thread } from './thread.js';

/** What is known of a session when its translation begins. */
export interface SessionHead {
  /** The agent's own id: it names the copy. */
  id: string;
  /** Where the agent worked. Decides the project; without it the session belongs to none. */
  cwd: string | undefined;
}

/** What is known of a sub-agent when its translation begins. */
export interface SubAgentHead {
  id: string;
  /** The session that started it, or the sub-agent that did. It may be in another source. */
  parent: string;
  cwd: string | undefined;
  /** The call that started it. Where it is unknown, the result of the call names the sub-agent (`agentId`). */
  toolUseId?: string;
  type?: string;
  description?: string;
}

/** Takes what an adapter reads. Nothing is visible to others until the source was translated to its end. */
export interface Output {
  /** Starts a session. Several may be open at the same time. */
  session(head: SessionHead): Thread;
  /** Starts a sub-agent, which has a file of its own. */
  subAgent(head: SubAgentHead): Thread;
  /**
   * Keeps the copy of a session (with its sub-agents) made from an earlier state of the source if `stamp` is the one
   * given then, and returns true: the adapter passes over it. For databases, of which a change touches few sessions.
   */
  keep(id: string, stamp: string): boolean;
  /** Counts a line or record that could not be read, and reports the first ones. */
  damaged(where: string, message: string): void;
  /** Counts a kind of record that the adapter does not know. */
  unknown(kind: string): void;
}
