import type { Node } from './node.js';
import type { RoundKind } from './round.js';
import type { TurnKind } from './starts.js';
import type { Tokens } from './token-counts.js';

/**
 * The unit people think in: what a person asked and everything that followed, up to the next prompt on the same
 * branch. Every surface uses the same number and id for a turn.
 */
export interface Turn {
  /** 1-based, in file order over all branches. It never changes when the file grows. */
  number: number;
  /** The uuid of the line it starts with. */
  id: string;
  kind: TurnKind;
  start: Node;
  /** Its lines, in file order. */
  nodes: Node[];
  /** Assembled from the lines each time, except for those of the last turn asked: keep them while you use them. */
  readonly replies: Reply[];
  /** Prompts that were typed while the model worked. */
  queued: Node[];
  /** The turn it continues from; undefined for a first one. */
  parent: number | undefined;
  /** Whether it is on the branch that a resume would continue. */
  isOnTip: boolean;
  /** Whether there is no reply yet. */
  isOpen: boolean;
  isInterrupted: boolean;
  round: RoundKind;
  /** Milliseconds; NaN when unknown. */
  startedAt: number;
  endedAt: number;
  tokens: Tokens;
}

/** A reply in a turn: its lines and its tool calls. */
export interface Reply {
  messageId: string | undefined;
  model: string | undefined;
  nodes: Node[];
  tokens: Tokens | undefined;
  stopReason: string | undefined;
  isSynthetic: boolean;
  isApiError: boolean;
  calls: ToolCall[];
}

/** A tool call with its result. */
export interface ToolCall {
  id: string;
  name: string;
  node: Node;
  /** The file that the call acts on. */
  file: string | undefined;
  /** The task of a sub-agent. */
  prompt: string | undefined;
  /** Absent if the file contains no result: an orphan, or a call that is still running. */
  result: ToolCallResult | undefined;
  startedAt: number;
  endedAt: number;
}

export interface ToolCallResult {
  node: Node;
  isError: boolean;
  /** The sub-agent that answered. */
  agentId: string | undefined;
}

/** All tool calls of a turn, in order. */
export function callsOf(turn: Turn): ToolCall[] {
  return turn.replies.flatMap((reply) => reply.calls);
}

/** Returns how long a tool call took, in milliseconds; NaN if it has no result or a time is unknown. */
export function durationOf(call: ToolCall): number {
  return Math.max(0, call.endedAt - call.startedAt);
}
