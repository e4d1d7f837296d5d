import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { openSession } from '../graph/open-session.js';
import type { Session } from '../graph/session.js';
import { lineLimit } from '../line/split.js';
import { type Family, wholeFamilyOf } from '../locate/family.js';
import { type Turns, turnsOf } from '../turn/turns.js';
import { type FileStamp, stampOf } from '../write/file-stamp.js';
import { readColumns, type SessionColumns } from './columns/session-columns.js';
import { copyIdOf } from './copy-id.js';

/** The session an edit starts from. */
export interface EditSource {
  file: string;
  /** How the file was before anything was read of it. */
  stamp?: FileStamp | undefined;
  session: Session;
  turns: Turns;
  family: Family;
  /** What a new session of a great one is made from; undefined for all others, which their session tells. */
  readonly columns?: SessionColumns | undefined;
}

/** From so many bytes on nobody asks what a session's messages are: then columns tell all that an edit has to know. */
export const GREAT_SESSION = 128 * 1024 * 1024;

/** `sessionId` is the one to judge it by, when the file's name is not it. */
export function editSourceOf(file: string, sessionId?: string): EditSource {
  let session: Session | undefined;
  let turns: Turns | undefined;
  let columns: { found: SessionColumns | undefined } | undefined;
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
    get columns() {
      columns ??= { found: columnsOf(file, source.family) };
      return columns.found;
    },
    family: wholeFamilyOf(file),
  };
  return source;
}

function columnsOf(file: string, family: Family): SessionColumns | undefined {
  const isLong = family.agents.some((agent) => statSync(agent.file).size > lineLimit({}));
  if (isLong || statSync(file).size <= GREAT_SESSION) return undefined;
  return readColumns({ file, family, sessionId: copyIdOf(file), newUuid: randomUUID });
}
