import type { Database } from '../sqlite/database.js';

export function readMeta(database: Database, key: string): string | undefined {
  const value = database.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.['value'];
  return value === undefined ? undefined : String(value);
}

export function writeMeta(database: Database, key: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value);
}
