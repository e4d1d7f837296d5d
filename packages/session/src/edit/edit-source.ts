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
  const session = openSession(file, sessionId === undefined ? {} : { sessionId });
  let turns: Turns | undefined;
  return {
    file,
    session,
    // A plain copy needs none, and in a large session they take their time.
    get turns() {
      turns ??= turnsOf(session);
      return turns;
    },
    family: familyOf(file),
  };
}
