import { readRange } from '@unspool/session/read';
import { ChangedMeanwhile } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { Database } from './database.js';
import { MAGIC } from './database-file.js';
import { isDamage } from './tree.js';

export function isDatabase(file: string): boolean {
  return Buffer.from(readRange(file, 0, MAGIC.length)).toString('latin1') === MAGIC;
}

/** Whether a file is a database with the expected tables. `text` is its beginning. */
export function isDatabaseWith(file: string, text: string, hasTables: (database: Database) => boolean): boolean {
  if (!text.startsWith(MAGIC)) return false;
  try {
    const database = new Database(file, () => {});
    database.close();
    return hasTables(database);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** Reads a database for a translation. Damage inside it is reported. */
export function withDatabase(file: string, output: Output, read: (database: Database) => void): void {
  const database = opened(file, output);
  try {
    read(database);
    if (database.hasChanged()) throw new ChangedMeanwhile('The database changed while it was read. Try again.');
  } finally {
    database.close();
  }
}

function opened(file: string, output: Output): Database {
  try {
    return new Database(file, (message) => output.damaged('the database', message));
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new Error(`Cannot read the database: ${error.message}.`);
  }
}
