import type { Database } from '../sqlite/database.js';

/** A call of a session, or of one of its sub-agents, that wrote a file. */
export interface SessionWrite {
  /** The session's number in the index. */
  session: number;
  path: string;
  /** Milliseconds; undefined if unknown. */
  time: number | undefined;
}

/** Older writes are left out. */
const MAX_WRITES = 50_000;

/** The writes of some sessions, oldest first. A call that was copied to other sessions counts where it was made. */
export function writesOfSessions(database: Database, sessions: readonly number[]): SessionWrite[] {
  const rows = database
    .prepare(
      `SELECT files.session AS session, paths.text AS path, writes.time AS time, writes.call AS call, is_own
       FROM writes JOIN files ON files.id = writes.file JOIN names AS paths ON paths.id = writes.path
       WHERE files.session IN (SELECT value FROM json_each(?)) ORDER BY writes.time DESC LIMIT ${MAX_WRITES}`,
    )
    .all(JSON.stringify(sessions));
  const writes = new Map<string, SessionWrite>();
  for (const row of rows) {
    const [path, key] = [String(row['path']), `${row['call']} ${row['path']}`];
    if (writes.has(key) && row['is_own'] !== 1) continue;
    const time = row['time'] == null ? undefined : Number(row['time']);
    writes.set(key, { session: Number(row['session']), path, time });
  }
  return [...writes.values()].sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
}
