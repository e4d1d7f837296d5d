import type { Agent, Node, Turn } from '@unspool/session';
import type { ReadReply } from './generation.js';
import type { Thread, ThreadReply } from './thread.js';
import type { Times } from './times.js';

/** One stretch of a conversation, to be drawn under a span: a turn, or all turns of a sub-agent. */
export interface Stretch {
  thread: Thread;
  /** Whose conversation it is; undefined for the main one. */
  host: Agent | undefined;
  turns: readonly Turn[];
  nodes: readonly Node[];
  times: Times;
  parentSpanId: string;
  /** Read already, for the span above. */
  last: LastReply | undefined;
}

export interface LastReply {
  reply: ThreadReply;
  read: ReadReply;
}

/** A sub-agent to be drawn under the call that started it. */
export interface Started {
  agent: Agent;
  parentSpanId: string;
  /** As the call named its kind. */
  agentType: string | undefined;
}
