import { readFileSync } from 'node:fs';
import { isObject } from '@unspool/session/read';
import { type Adapter, ChangedMeanwhile, type Head } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { objectIn, objectsIn } from '../read/values.js';
import { Database } from '../sqlite/database.js';
import { MAGIC } from '../sqlite/database-file.js';
import { isDamage } from '../sqlite/tree.js';
import { DatabaseStorage } from './database-storage.js';
import { isGoDatabase, readGoDatabase } from './go-database.js';
import { infoOf, JsonTree } from './json-tree.js';
import { locate } from './locate.js';
import { readFamilies } from './read-families.js';
import { readSession } from './read-session.js';
import type { Storage } from './storage.js';

/**
 * Sessions of opencode: a database since 1.2, before that a tree of JSON files, and the file that `opencode export`
 * writes. Also the database of the older program in Go with the same name.
 */
export const opencode: Adapter = { name: 'opencode', version: 1, locate, detect, translate };

function detect({ file, text }: Head): boolean {
  if (text.startsWith(MAGIC)) return isOurs(file);
  const isExport = /^\s*\{\s*"info"\s*:\s*\{/.test(text) && /"messages"\s*:\s*\[/.test(text);
  return isExport || (/^\s*\{[^{}]*"id"\s*:\s*"ses_/.test(text) && /"directory"\s*:/.test(text));
}

function isOurs(file: string): boolean {
  try {
    const database = new Database(file, () => {});
    database.close();
    return hasSessions(database) || isGoDatabase(database);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

function hasSessions(database: Database): boolean {
  return (
    database.has('session', 'id') &&
    database.has('message', 'id', 'session_id', 'data') &&
    database.has('part', 'id', 'message_id', 'data')
  );
}

function translate({ file }: { file: string }, output: Output): void {
  if (!file.endsWith('.json')) readDatabase(file, output);
  else if (!readExport(file, output)) readTree(file, output);
}

function readDatabase(file: string, output: Output): void {
  const database = opened(file, output);
  try {
    if (hasSessions(database)) readFamilies(new DatabaseStorage(database, output), output);
    else if (isGoDatabase(database)) readGoDatabase(database, output);
    else throw new Error('Cannot read the database: it has no tables of sessions that are known.');
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

function readTree(file: string, output: Output): void {
  const tree = new JsonTree(file, output);
  const session = tree.own();
  const isSubAgent = session?.parent !== undefined && tree.has(session.parent);
  if (session) readSession(tree, session, { output, isSubAgent });
}

/** The form that is exported cannot be read in parts. */
function readExport(file: string, output: Output): boolean {
  let whole: unknown;
  try {
    whole = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
  const info = isObject(whole) ? objectIn(whole, 'info') : undefined;
  if (!isObject(whole) || !info) return false;
  const session = infoOf(info, 'exported');
  const messages = objectsIn(whole, 'messages').map((message) => ({
    info: objectIn(message, 'info') ?? {},
    parts: objectsIn(message, 'parts'),
  }));
  const storage: Storage = { sessions: () => [session], messageTimes: () => [], messages: () => messages };
  readSession(storage, session, { output, isSubAgent: false });
  return true;
}
