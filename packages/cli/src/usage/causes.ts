import type { SessionFile } from '@unspool/session';
import {
  type CauseKind,
  causesOf,
  type Prices,
  type Report,
  type SessionRef,
  sessionRef,
  type Usage,
} from '@unspool/store';
import type { Io } from '../io.js';
import { archivedOnly } from '../keep/archived-only.js';
import { allSessions } from '../session/find.js';
import { Progress } from '../terminal/progress.js';

/** What brought the tokens in stands in the transcripts, archived ones too: these reports read them whole. */
export function causes(kind: CauseKind, prices: Prices, isWanted: (usage: Usage) => boolean, io: Io): Report {
  const { sessions } = allSessions(io);
  const progress = new Progress('Reading sessions', sessions.length, io);
  const archived = new Map<SessionFile, SessionRef>();
  const refOf = (session: SessionFile) => archived.get(session) ?? sessionRef(session);
  const onSession = () => progress.step();
  const report = causesOf(kind, withArchived(sessions, archived, io), refOf, { prices, isWanted, onSession });
  progress.clear();
  return report;
}

/** Archived ones are known as they are read: when a report asks where they worked, their files are gone again. */
function* withArchived(
  sessions: readonly SessionFile[],
  archived: Map<SessionFile, SessionRef>,
  io: Io,
): Generator<SessionFile> {
  yield* sessions;
  for (const { session, archived: known } of archivedOnly(io, () => true)) {
    archived.set(session, { sessionId: session.sessionId, slug: session.slug, cwd: () => known.facts.cwd });
    yield session;
  }
}
