import type { Database } from '../sqlite/database.js';

/** Empties the index, so that everything is read again. The ledger, tags and pins stay. */
export function forgetIndex(database: Database): void {
  database.transaction(() => {
    database.exec('DELETE FROM meta');
    database.exec("INSERT INTO texts (texts) VALUES ('delete-all')");
    database.exec('DELETE FROM docs');
    database.exec('DELETE FROM writes');
    database.exec('UPDATE replies SET is_gone = 1');
    database.exec(
      "UPDATE files SET offset = 0, size = 0, mtime = 0, head = '', state = '{}', generation = generation + 1",
    );
  });
}
