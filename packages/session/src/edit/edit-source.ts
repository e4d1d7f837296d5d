import { openSession } from '../graph/open-session.js';
import type { Session } from '../graph/session.js';
import { type Family, familyOf } from '../locate/family.js';
import { type Turns, turnsOf } from '../turn/turns.js';

/** The session an edit starts from. */
export interface EditSource {
  file: string;
  session: Session;
  turns: Turns;
  family: Family;
}

/** `sessionId` is the one to judge it by, when the file's name is not it. */
export function editSourceOf(file: string, sessionId?: string): EditSource {
  let session: Session | undefined;
  let turns: Turns | undefined;
  const source: EditSource = {
    file,
    // A plain copy is made without it, and of turns it needs nothing either.
    get session() {
      session ??= openSession(file, sessionId === undefined ? {} : { sessionId });
      return session;
    },
    get turns() {
      turns ??= turnsOf(source.session);
      return turns;
    },
    family: familyOf(file),
  };
  return source;
}
