import { chmodSync, closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { adoptLabels } from '../keep/labels.js';
import type { Database } from '../sqlite/database.js';
import { openDatabase, refuseOther } from '../sqlite/open-database.js';
import { MIGRATIONS } from './migrations.js';
import type { Direction } from './readable-rows.js';
import { type Salvaged, type SalvagedTable, salvage, salvageTable, settleSalvaged } from './salvage.js';
import { repairTexts } from './texts.js';

export type TablePart = [table: SalvagedTable, direction: Direction];

export interface OpenedStore {
  database: Database;
  /** Where an unreadable store was moved; a new one replaces it. */
  movedAside: string | undefined;
  /** What was saved from it. */
  saved: Salvaged | undefined;
  /** Identifies the opened file, even if another file replaces it later. */
  identity: string;
}

/** A newer Unspool wrote the store. It is intact and must not be changed. */
export class NewerStoreError extends Error {}

/** Opens the store. Creates or migrates it if needed; never changes sessions. */
export async function openStore(file: string): Promise<OpenedStore> {
  makeFolder(dirname(file));
  try {
    const database = await openReady(file);
    return { database, movedAside: undefined, saved: undefined, identity: identityOf(file) };
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return renewStore(file, identityOf(file));
  }
}

/** Only the owner may read a database. SQLite gives its side files the same permissions. */
export function keepPrivate(file: string): void {
  try {
    // Only if the file is new: to close a file drops every lock that this process has on it, so another process would take
    // an open database for unused and remove its write-ahead log (sqlite.org/howtocorrupt.html, 2.2).
    if (!existsSync(file)) closeSync(openSync(file, 'ax', 0o600));
    for (const each of [file, `${file}-wal`, `${file}-shm`]) {
      const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0;
      if ((mode & 0o077) !== 0) chmodSync(each, 0o600);
    }
  } catch {
    // A file of another user or a read-only folder; opening it reports the error.
  }
}

/**
 * Replaces a damaged store, which must be closed, with a new one. If another process has already done so, opens its new
 * store.
 */
export async function renewStore(file: string, identity: string): Promise<OpenedStore> {
  if (identityOf(file) !== identity) return openStore(file);
  const movedAside = moveAside(file);
  return { ...(await saveFrom(movedAside, file)), movedAside };
}

/** Opens a new store with what can be saved from the old one. */
export async function saveFrom(movedAside: string, file: string): Promise<Omit<OpenedStore, 'movedAside'>> {
  const database = await openReady(file);
  // First, since the file of labels is intact, and a damaged index may only add to it.
  adoptLabels(database, dirname(file));
  return { database, saved: await savedFrom(movedAside, database), identity: identityOf(file) };
}

async function savedFrom(movedAside: string, database: Database): Promise<Salvaged> {
  const nothing: Salvaged = { replies: 0, tags: 0, pins: 0 };
  let broken: Database | undefined;
  try {
    broken = await openDatabase(movedAside);
    return salvage(broken, database);
  } catch {
    // Even its first page is unreadable.
    return nothing;
  } finally {
    broken?.close();
  }
}

/** Saves what can be read of one table from one end; see `salvageTable`. */
export async function saveTableFrom(movedAside: string, file: string, [table, direction]: TablePart): Promise<void> {
  const database = await openReady(file);
  const broken = await openDatabase(movedAside);
  salvageTable(broken, database, table, direction);
}

/** Finishes the new store after salvaging. */
export async function endSaving(file: string): Promise<Salvaged> {
  const database = await openReady(file);
  try {
    adoptLabels(database, dirname(file));
    return settleSalvaged(database);
  } finally {
    database.close();
  }
}

/** Identifies the file that is currently there. */
export function identityOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.dev}:${stat.ino}` : '';
}

export function hasStore(file: string): boolean {
  return existsSync(file);
}

async function openReady(file: string): Promise<Database> {
  refuseOther(file);
  keepPrivate(file);
  const database = await openDatabase(file);
  try {
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: Database): void {
  if (versionOf(database) === MIGRATIONS.length) return;
  database.transaction(() => {
    // Another process may have migrated it while this one waited for the lock.
    const version = versionOf(database);
    if (version > MIGRATIONS.length) throw new NewerStoreError('a newer Unspool wrote it');
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    if (version > 0 && version < WELL_FORMED) repairTexts(database);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

/** From this version on, lone surrogates are never written. */
const WELL_FORMED = 3;

function versionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** Checks SQLite's messages, which both drivers pass on. */
export function isCorrupt(error: unknown): boolean {
  if (!(error instanceof Error) || !/SQLITE/.test(String((error as NodeJS.ErrnoException).code))) return false;
  return DAMAGE.test(error.message);
}

/** Damage to full-text tables or to the schema has no error code: something is missing or duplicate. */
const DAMAGE =
  /not a database|malformed|corrupt|disk image|vtable constructor failed|invalid fts5|no such (table|column|index)|has no column named|already exists|duplicate column|^SQL logic error$/i;

/** The disk is full or read-only, or another process holds a lock. The store itself is intact. */
export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // libsql gives no code if it cannot open the file at all.
  const isFromSqlite =
    /SQLITE/.test(String((error as NodeJS.ErrnoException).code)) || /^ConnectionFailed/.test(error.message);
  if (!isFromSqlite) return false;
  return /disk is full|readonly|unable to open|disk I\/O error|database is locked/i.test(error.message);
}

/** Reads the whole file, and throws like SQLite if it is damaged. */
export function refuseDamaged(database: Database): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw Object.assign(new Error(`the index is malformed: ${found}`), { code: 'SQLITE_CORRUPT' });
}

/** Includes the latest writes, which are in a separate file. */
export function moveAside(file: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  let aside = `${file}.broken-${stamp}`;
  for (let count = 2; existsSync(aside); count++) aside = `${file}.broken-${stamp}-${count}`;
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}
