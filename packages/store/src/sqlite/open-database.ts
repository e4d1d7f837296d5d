import { statSync } from 'node:fs';
import type { Database, Engine } from './database.js';
import { openLibsql } from './libsql.js';
import { openNodeSqlite } from './node-sqlite.js';

/** Opens a database with Node's own SQLite where it has one, else with libsql. The file is the same either way. */
export async function openDatabase(file: string, engine?: Engine): Promise<Database> {
  refuseOther(file);
  const own = engine === 'libsql' ? undefined : openNodeSqlite(file);
  if (!own && engine === 'node:sqlite') throw new Error('This Node has no node:sqlite.');
  const database = own ?? openLibsql(file);
  try {
    // Set the timeout first: switching to WAL needs a lock that another process may hold.
    database.exec('PRAGMA busy_timeout = 15000');
    database.exec('PRAGMA journal_mode = WAL');
    // In WAL mode a power cut loses at most the last transactions, never consistency.
    database.exec('PRAGMA synchronous = NORMAL');
    // 16 MB: the full-text index is merged in memory instead of through the disk.
    database.exec('PRAGMA cache_size = -16000');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Opening a pipe would wait for its other end forever. */
export function refuseOther(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new NotAFileError(`${file} is not a file`);
}

/** A folder, a pipe or a device of the name that a database should have. */
export class NotAFileError extends Error {}
