import type { Database } from '../sqlite/database.js';

/** The text columns of all tables except those of search. A driver may crash on a text that is no longer valid UTF-8. */
const TEXTS: { readonly [table: string]: readonly string[] } = {
  meta: ['key', 'value'],
  names: ['text'],
  sessions: ['main', 'session_id', 'slug', 'cwd', 'repo', 'title', 'branch', 'version', 'client'],
  files: ['path', 'agent', 'inode', 'head', 'state'],
  replies: ['key'],
  tags: ['session_id', 'tag'],
  pins: ['session_id'],
  archives: ['name', 'stamp', 'entry'],
  causes: ['key', 'parts'],
  agent_facts: ['name', 'value'],
};

/** Reads every text. If the driver crashes, the process dies, which the caller takes for a result. */
export function readAllTexts(database: Database): void {
  for (const [table, columns] of Object.entries(TEXTS)) {
    database.prepare(`SELECT json_group_array(json_array(${columns.join()})) AS rows FROM ${table}`).get();
  }
}

/**
 * Halves of surrogate pairs were once written as they are, and are bytes that are no UTF-8: libsql ends the process when
 * it reads them. They become U+FFFD, as they are written today. Nothing is read as a text for it. Gives how many there
 * were.
 */
export function repairTexts(database: Database): number {
  let repaired = 0;
  for (const [table, columns] of Object.entries(TEXTS)) {
    for (const column of columns) {
      const rows = database
        .prepare(`SELECT DISTINCT CAST(${column} AS BLOB) AS bytes FROM ${table} WHERE hex(${column}) GLOB '*ED[AB]*'`)
        .all();
      for (const { bytes } of rows) {
        if (!(bytes instanceof Uint8Array) || isUtf8(bytes)) continue;
        // Two that become the same are one: the same reply, the same name.
        database
          .prepare(`UPDATE OR REPLACE ${table} SET ${column} = ? WHERE ${column} = CAST(? AS TEXT)`)
          .run(wellFormed(bytes), bytes);
        repaired++;
      }
    }
  }
  return repaired;
}

function isUtf8(bytes: Uint8Array): boolean {
  return Buffer.from(Buffer.from(bytes).toString('utf8'), 'utf8').equals(bytes);
}

/** Replaces each lone surrogate, which is three bytes, with U+FFFD. */
function wellFormed(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, '\xef\xbf\xbd');
  return Buffer.from(text, 'latin1').toString('utf8');
}
