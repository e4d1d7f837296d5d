import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from '../sqlite/database.js';
import { openDatabase } from '../sqlite/open-database.js';
import { MIGRATIONS } from './migrations.js';

export interface OpenedStore {
  database: Database;
  /** Where a store that could not be read was put; a new one was begun in its place. */
  movedAside: string | undefined;
}

/** A store written by a newer Unspool: nothing is wrong with it, and it must not be touched. */
export class NewerStoreError extends Error {}

/** Opens the store, made or brought to the newest schema where needed. Sources are never touched by this. */
export async function openStore(file: string): Promise<OpenedStore> {
  mkdirSync(dirname(file), { recursive: true });
  try {
    return { database: await openReady(file), movedAside: undefined };
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    const movedAside = moveAside(file);
    return { database: await openReady(file), movedAside };
  }
}

export function hasStore(file: string): boolean {
  return existsSync(file);
}

async function openReady(file: string): Promise<Database> {
  const database = await openDatabase(file);
  try {
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function migrate(database: Database): void {
  if (versionOf(database) === MIGRATIONS.length) return;
  database.transaction(() => {
    // Another process may have done it while this one waited for the lock.
    const version = versionOf(database);
    if (version > MIGRATIONS.length) throw new NewerStoreError('a newer Unspool wrote it');
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

function versionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** By the words of SQLite, which both drivers pass on. */
export function isCorrupt(error: unknown): boolean {
  return error instanceof Error && /not a database|malformed|corrupt|disk image/i.test(error.message);
}

function moveAside(file: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${file}.broken-${stamp}`;
  renameSync(file, aside);
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  return aside;
}
