import type { Node, Reply, Session, ToolCall, Turns } from '@unspool/session';

/** A reply with all its lines, wherever they are in the file. */
export interface ThreadReply {
  /** Identifies the reply across files: its message id, else the uuid of its first line. */
  key: string;
  messageId: string | undefined;
  model: string | undefined;
  nodes: readonly Node[];
  calls: readonly ToolCall[];
  isSynthetic: boolean;
  isApiError: boolean;
  stopReason: string | undefined;
}

/** One conversation: the main one or a sub-agent's. */
export interface Thread {
  session: Session;
  turns: Turns;
  /** By turn number. A reply with lines in two turns (a copied branch) belongs to the first. */
  replies: Map<number, ThreadReply[]>;
}

export function threadOf(session: Session, turns: Turns): Thread {
  const replies = new Map<number, ThreadReply[]>();
  const byKey = new Map<string, ThreadReply>();
  for (const turn of turns.turns) {
    const own: ThreadReply[] = [];
    for (const part of turn.replies) {
      const key = keyOf(part);
      const known = byKey.get(key);
      if (known) join(known, part);
      else {
        const reply = replyOf(part, key);
        byKey.set(key, reply);
        own.push(reply);
      }
    }
    replies.set(turn.number, own);
  }
  return { session, turns, replies };
}

function replyOf(part: Reply, key: string): ThreadReply {
  const { messageId, model, nodes, calls, isSynthetic, isApiError, stopReason } = part;
  return { key, messageId, model, nodes, calls, isSynthetic, isApiError, stopReason };
}

function keyOf({ messageId, nodes: [first] }: Reply): string {
  return messageId ?? first?.uuid ?? `line ${first?.place.byte ?? 0}.${first?.place.part ?? 0}`;
}

function join(reply: ThreadReply, part: Reply): void {
  reply.nodes = reply.nodes.concat(part.nodes);
  reply.calls = reply.calls.concat(part.calls);
  reply.isApiError ||= part.isApiError;
  reply.stopReason = part.stopReason ?? reply.stopReason;
}
