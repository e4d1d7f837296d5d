import type { Io } from '../io.js';
import { locateSession } from '../session/find.js';
import { judgedId } from '../session/judged-id.js';

/** The id of a session on disk or in the archive. Labels are stored by id. */
export function idOf(query: string, io: Io): string {
  const place = locateSession(query, io);
  return place.kind === 'file' ? judgedId(place.file) : place.archived.sessionId;
}
