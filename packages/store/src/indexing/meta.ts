import type { Database } from '../sqlite/database.js';
import { textOf } from '../sqlite/text.js';

export function readMeta(database: Database, key: string): string | undefined {
  const value = database.prepare('SELECT CAST(value AS BLOB) AS value FROM meta WHERE key = ?').get(key)?.['value'];
  return value === undefined ? undefined : textOf(value);
}

export function writeMeta(database: Database, key: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value);
}

/** Writes only if the value differs, so that the page stays unchanged. */
export function writeChanged(database: Database, key: string, value: string): void {
  database
    .prepare(
      'INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value',
    )
    .run(key, value);
}
