import { OpenedSession } from './opened-session.js';

/** At most this many lines are held in all, not counting the session that was asked for last. */
const MOST_NODES = 30_000;
const MOST_SESSIONS = 12;

/** The sessions that are open, the one asked for last at the end. */
export class Library {
  private readonly opened = new Map<string, OpenedSession>();

  open(id: string, file: string): OpenedSession {
    const known = this.opened.get(file);
    const session = known ?? new OpenedSession(id, file);
    this.opened.delete(file);
    this.opened.set(file, session);
    this.makeRoom(session);
    return session;
  }

  private makeRoom(keep: OpenedSession): void {
    let nodes = 0;
    for (const session of this.opened.values()) if (session !== keep) nodes += session.nodes;
    for (const [file, session] of this.opened) {
      if (session === keep || (nodes <= MOST_NODES && this.opened.size <= MOST_SESSIONS)) break;
      this.opened.delete(file);
      nodes -= session.nodes;
    }
  }
}
