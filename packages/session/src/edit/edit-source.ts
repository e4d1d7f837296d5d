import { type Family, wholeFamilyOf } from '../locate/family.js';
import { openSession } from '../model/open-session.js';
import type { Session } from '../model/session.js';
import { type Turns, turnsOf } from '../model/turns.js';
import { type FileStamp, stampOf } from '../write/file-stamp.js';

/** The session that an edit starts from. */
export interface EditSource {
  file: string;
  /** The file's stamp before it was read. */
  stamp?: FileStamp | undefined;
  session: Session;
  turns: Turns;
  family: Family;
  /** Frees the session and its turns. They are read again if they are needed again. */
  release(): void;
}

/** Opens the session that an edit starts from, on first use. Pass `sessionId` when the file is not named after it. */
export function editSourceOf(file: string, sessionId?: string): EditSource {
  let session: Session | undefined;
  let turns: Turns | undefined;
  const source: EditSource = {
    file,
    stamp: stampOf(file),
    get session() {
      session ??= openSession(file, sessionId === undefined ? {} : { sessionId });
      return session;
    },
    get turns() {
      turns ??= turnsOf(source.session);
      return turns;
    },
    family: wholeFamilyOf(file),
    release: () => {
      session = undefined;
      turns = undefined;
    },
  };
  return source;
}
