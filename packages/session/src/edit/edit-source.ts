import { type Family, wholeFamilyOf } from '../locate/family.js';
import { openSession } from '../model/open-session.js';
import type { Session } from '../model/session.js';
import { type Turns, turnsOf } from '../model/turns.js';
import { type FileStamp, stampOf } from '../write/file-stamp.js';

/** The session an edit starts from. */
export interface EditSource {
  file: string;
  /** How the file was before anything was read of it. */
  stamp?: FileStamp | undefined;
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
    stamp: stampOf(file),
    // A plain copy is made without it, and of turns it needs nothing either.
    get session() {
      session ??= openSession(file, sessionId === undefined ? {} : { sessionId });
      return session;
    },
    get turns() {
      turns ??= turnsOf(source.session);
      return turns;
    },
    family: wholeFamilyOf(file),
  };
  return source;
}
