import { sumSessions } from '../ledger/ledger.js';
import { rowsOf } from '../ledger/ledger-usage.js';
import type { Database } from '../sqlite/database.js';

/**
 * Moves files to the session that they turned out to belong to, since a sub-agent's file can be found before the session
 * that started it. `list`: as `register` writes it. Call within a transaction.
 */
export function changeOwners(database: Database, list: string): void {
  const moved = rowsOf<[file: number, from: number, to: number]>(
    database,
    `SELECT json_group_array(json_array(files.id, files.session, sessions.id)) AS rows
     FROM json_each(?) AS outer JOIN sessions ON sessions.main = outer.value ->> 0,
       json_each(outer.value -> 3) AS inner JOIN files ON files.path = inner.value ->> 0
     WHERE files.session <> sessions.id`,
    list,
  );
  if (moved.length === 0) return;
  for (const [file, from, to] of moved) {
    database.prepare('UPDATE files SET session = ? WHERE id = ?').run(to, file);
    database.prepare('UPDATE OR REPLACE agent_facts SET session = ? WHERE session = ?').run(to, from);
    for (const column of ['session', 'source_session']) {
      database.prepare(`UPDATE replies SET ${column} = ? WHERE file = ? AND ${column} = ?`).run(to, file, from);
    }
  }
  sumSessions(database, new Set(moved.flatMap(([, from, to]) => [from, to])));
  const left = JSON.stringify([...new Set(moved.map(([, from]) => from))]);
  database
    .prepare(
      `DELETE FROM sessions WHERE id IN (SELECT value FROM json_each(?))
         AND id NOT IN (SELECT session FROM files) AND id NOT IN (SELECT session FROM replies)
         AND id NOT IN (SELECT source_session FROM replies)`,
    )
    .run(left);
}
