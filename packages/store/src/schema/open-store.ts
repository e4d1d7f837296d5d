import { chmodSync, closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { adoptLabels } from '../keep/labels.js';
import type { Database } from '../sqlite/database.js';
import { openDatabase, refuseOther } from '../sqlite/open-database.js';
import { MIGRATIONS } from './migrations.js';
import type { Direction } from './readable-rows.js';
import { type Salvaged, type SalvagedTable, salvage, salvageTable, settleSalvaged } from './salvage.js';
import { healTexts } from './texts.js';

export type TablePart = [table: SalvagedTable, direction: Direction];

export interface OpenedStore {
  database: Database;
  /** Where a store that could not be read was put; a new one was begun in its place. */
  movedAside: string | undefined;
  /** What the new one has from it. */
  saved: Salvaged | undefined;
  /** Which file was opened, whatever stands under its name later. */
  identity: string;
}

/** A store written by a newer Unspool: nothing is wrong with it, and it must not be touched. */
export class NewerStoreError extends Error {}

/** Opens the store, made or brought to the newest schema where needed. Sources are never touched by this. */
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

/** Words of sessions are nobody else's business. SQLite gives its side files the rights of the main one. */
function keepPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
    for (const each of [file, `${file}-wal`, `${file}-shm`]) {
      const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0;
      if ((mode & 0o077) !== 0) chmodSync(each, 0o600);
    }
  } catch {
    // Somebody else's file, or a folder that may only be read: what opens it says what is wrong.
  }
}

/**
 * Begins a new store in place of one in which something turned out to be damaged; it must be closed. When another
 * process was faster, its new store is opened.
 */
export async function renewStore(file: string, identity: string): Promise<OpenedStore> {
  if (identityOf(file) !== identity) return openStore(file);
  const movedAside = moveAside(file);
  return { ...(await saveFrom(movedAside, file)), movedAside };
}

/** Opens a new store with what can be saved from one that was moved aside. */
export async function saveFrom(movedAside: string, file: string): Promise<Omit<OpenedStore, 'movedAside'>> {
  const database = await openReady(file);
  // First: the file of labels is whole, and what is read from a damaged index may only add to it.
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
    // Not even its first page can be read.
    return nothing;
  } finally {
    broken?.close();
  }
}

/** Saves what one table gives from one end; see `salvageTable`. */
export async function saveTableFrom(movedAside: string, file: string, [table, direction]: TablePart): Promise<void> {
  const database = await openReady(file);
  const broken = await openDatabase(movedAside);
  salvageTable(broken, database, table, direction);
}

/** All that could be saved is there. */
export async function endSaving(file: string): Promise<Salvaged> {
  const database = await openReady(file);
  try {
    adoptLabels(database, dirname(file));
    return settleSalvaged(database);
  } finally {
    database.close();
  }
}

/** Which file stands there now. */
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
    // Another process may have done it while this one waited for the lock.
    const version = versionOf(database);
    if (version > MIGRATIONS.length) throw new NewerStoreError('a newer Unspool wrote it');
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    if (version > 0 && version < WELL_FORMED) healTexts(database);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

/** From here on no half of a surrogate pair was written. */
const WELL_FORMED = 3;

function versionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** By the words of SQLite, which both drivers pass on. */
export function isCorrupt(error: unknown): boolean {
  if (!(error instanceof Error) || !/SQLITE/.test(String((error as NodeJS.ErrnoException).code))) return false;
  return DAMAGE.test(error.message);
}

/** Damage to the full-text tables or to the list of tables has no code of its own: something is not there, or twice. */
const DAMAGE =
  /not a database|malformed|corrupt|disk image|vtable constructor failed|invalid fts5|no such (table|column|index)|has no column named|already exists|duplicate column|^SQL logic error$/i;

/** The disk is full, it may not be written, or another process does not let go of it: nothing is wrong with the store. */
export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error) || !/SQLITE/.test(String((error as NodeJS.ErrnoException).code))) return false;
  return /disk is full|readonly|unable to open|disk I\/O error|database is locked/i.test(error.message);
}

/** Throws as SQLite does when it finds damage; reads the whole file for it. */
export function refuseDamaged(database: Database): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw Object.assign(new Error(`the index is malformed: ${found}`), { code: 'SQLITE_CORRUPT' });
}

/** With what was written last, which stands in a file of its own. */
export function moveAside(file: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  let aside = `${file}.broken-${stamp}`;
  for (let count = 2; existsSync(aside); count++) aside = `${file}.broken-${stamp}-${count}`;
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}
