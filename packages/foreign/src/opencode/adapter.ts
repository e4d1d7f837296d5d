import { readFileSync } from 'node:fs';
import { isObject } from '@unspool/session/read';
import type { Adapter, Head } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { parseJson } from '../read/parse-json.js';
import { objectIn, objectsIn } from '../read/values.js';
import type { Database } from '../sqlite/database.js';
import { isDatabase, isDatabaseWith, withDatabase } from '../sqlite/with-database.js';
import { DatabaseStorage } from './database-storage.js';
import { isGoDatabase, readGoDatabase } from './go-database.js';
import { infoOf, JsonTree } from './json-tree.js';
import { locate } from './locate.js';
import { readFamilies } from './read-families.js';
import { readSession } from './read-session.js';
import type { Storage } from './storage.js';

/**
 * opencode sessions: a database since 1.2, a tree of JSON files before that, and the files of `opencode export`. Also
 * the database of the older Go program with the same name.
 */
export const opencode: Adapter = { name: 'opencode', version: 2, locate, detect, translate };

function detect({ file, text }: Head): boolean {
  if (isDatabaseWith(file, text, (database) => hasSessions(database) || isGoDatabase(database))) return true;
  const isExport = /^\s*\{\s*"info"\s*:\s*\{/.test(text) && /"messages"\s*:\s*\[/.test(text);
  return isExport || (/^\s*\{[^{}]*"id"\s*:\s*"ses_/.test(text) && /"directory"\s*:/.test(text));
}

function hasSessions(database: Database): boolean {
  return (
    database.has('session', 'id') &&
    database.has('message', 'id', 'session_id', 'data') &&
    database.has('part', 'id', 'message_id', 'data')
  );
}

function translate({ file }: { file: string }, output: Output): void {
  if (isDatabase(file) || file.endsWith('.db')) readDatabase(file, output);
  else if (!readExport(file, output)) readTree(file, output);
}

function readDatabase(file: string, output: Output): void {
  withDatabase(file, output, (database) => {
    if (hasSessions(database)) readFamilies(new DatabaseStorage(database, output), output);
    else if (isGoDatabase(database)) readGoDatabase(database, output);
    else throw new Error('Cannot read the database: none of its tables is a known session table.');
  });
}

function readTree(file: string, output: Output): void {
  const tree = new JsonTree(file, output);
  const session = tree.own();
  const isSubAgent = session?.parent !== undefined && tree.has(session.parent);
  if (session) readSession(tree, session, { output, isSubAgent });
}

/** Exported files have to be read whole. */
function readExport(file: string, output: Output): boolean {
  let whole: unknown;
  try {
    whole = parseJson(readFileSync(file, 'utf8'));
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
