import type { Database } from '../sqlite/database.js';
import { forgetSeen } from './look.js';

/** Removes everything the index and the ledger know about the session with this main file. The file itself stays. */
export function forgetSession(database: Database, main: string): void {
  const session = database.prepare('SELECT id FROM sessions WHERE main = ?').get(main)?.['id'];
  if (session === undefined || session === null) return;
  database.transaction(() => {
    const ofFiles = 'file IN (SELECT id FROM files WHERE session = ?)';
    database.prepare(`DELETE FROM texts WHERE rowid IN (SELECT id FROM docs WHERE ${ofFiles})`).run(session);
    for (const table of ['docs', 'causes', 'replies']) {
      database.prepare(`DELETE FROM ${table} WHERE ${ofFiles}`).run(session);
    }
    for (const table of ['replies', 'slots', 'agent_facts', 'files']) {
      database.prepare(`DELETE FROM ${table} WHERE session = ?`).run(session);
    }
    database.prepare('DELETE FROM sessions WHERE id = ?').run(session);
    forgetSeen(database);
  });
}
