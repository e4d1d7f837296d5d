import { type Agent, type Entry, type Node, type Session, type Turns, turnsOf } from '@unspool/session';

/** A session or a sub-agent, ready to be shown: its outline, and who was started by which of its calls. */
export interface Conversation {
  session: Session;
  /** The file that offloaded outputs belong to. */
  file: string;
  cwd: string | undefined;
  /** How to call a file: one that was unpacked to be read has another place. */
  nameOf(path: string): string;
  turns: Turns;
  agentsOf(callId: string): readonly Agent[];
}

export function conversationOf(parts: Omit<Conversation, 'turns' | 'session'> & { session: Session }): Conversation {
  const session = remembering(parts.session);
  return { ...parts, session, turns: turnsOf(session) };
}

/** Several results can stand on one line, which is then asked for several times in a row. */
function remembering(session: Session): Session {
  let last: { node: Node; entry: Entry } | undefined;
  return {
    ...session,
    read: (node) => {
      if (last?.node !== node) last = { node, entry: session.read(node) };
      return last.entry;
    },
  };
}
