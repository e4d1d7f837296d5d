import { dirname } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { type Database, keepPrivate, openDatabase } from '@unspool/store';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS devices (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (owner TEXT, session TEXT, json TEXT NOT NULL, PRIMARY KEY (owner, session)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS marks (
  owner TEXT, session TEXT, file TEXT, generation INTEGER, bytes INTEGER NOT NULL,
  whole_bytes INTEGER, whole_sha256 TEXT,
  PRIMARY KEY (owner, session, file, generation)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reads (owner TEXT, at INTEGER, reader TEXT, session TEXT, verb TEXT);
CREATE INDEX IF NOT EXISTS sessions_by_end ON sessions (json_extract(json, '$.endedAt') DESC, owner, session);
CREATE INDEX IF NOT EXISTS reads_by_owner ON reads (owner, at);
`;

/** The disk store's data other than files. Each acknowledged change survives a power cut. */
export async function openTeamDatabase(file: string): Promise<Database> {
  makeFolder(dirname(file));
  // It holds the key that signs invitations.
  keepPrivate(file);
  const database = await openDatabase(file);
  database.exec('PRAGMA synchronous = FULL');
  database.exec(SCHEMA);
  return database;
}
