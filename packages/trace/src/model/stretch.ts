import type { Agent, Node, Turn } from '@unspool/session';
import type { ReadReply } from './generation.js';
import type { Thread, ThreadReply } from './thread.js';
import type { Times } from './times.js';

/** The part of a conversation that goes under one span: a turn, or all turns of a sub-agent. */
export interface Stretch {
  thread: Thread;
  /** The sub-agent; undefined for the main conversation. */
  host: Agent | undefined;
  turns: readonly Turn[];
  nodes: readonly Node[];
  times: Times;
  parentSpanId: string;
  /** Already read for the parent span. */
  last: LastReply | undefined;
}

export interface LastReply {
  reply: ThreadReply;
  read: ReadReply;
}

/** A sub-agent whose span goes under the call that started it. */
export interface Started {
  agent: Agent;
  parentSpanId: string;
  /** As the call's input names it. */
  agentType: string | undefined;
}
