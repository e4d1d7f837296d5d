import { OpenedSession } from './opened-session.js';

/** The maximum number of lines in memory, not counting the session requested last. */
const MAX_NODES = 30_000;
const MAX_SESSIONS = 12;

/** The open sessions, the one requested last at the end. */
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
      if (session === keep || (nodes <= MAX_NODES && this.opened.size <= MAX_SESSIONS)) break;
      this.opened.delete(file);
      nodes -= session.nodes;
    }
  }
}
