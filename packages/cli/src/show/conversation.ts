import { type Agent, type Entry, type Node, type Session, type Turns, turnsOf } from '@unspool/session';

/** A session or sub-agent ready to be shown: its outline, and which call started which sub-agent. */
export interface Conversation {
  session: Session;
  /** The file that offloaded outputs belong to. */
  file: string;
  cwd: string | undefined;
  /** The path to show for a file: an unpacked copy is shown under its original path. */
  nameOf(path: string): string;
  turns: Turns;
  agentsOf(callId: string): readonly Agent[];
}

export function conversationOf(parts: Omit<Conversation, 'turns' | 'session'> & { session: Session }): Conversation {
  const session = remembering(parts.session);
  return { ...parts, session, turns: turnsOf(session) };
}

/** One line can have several results and is then read several times in a row. */
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
