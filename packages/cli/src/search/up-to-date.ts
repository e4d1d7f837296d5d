import { existsSync } from 'node:fs';
import { configFolders } from '@unspool/session';
import {
  archiveFolder,
  archiveStamp,
  type Database,
  databaseFile,
  hasStore,
  type IndexResult,
  look,
  NewerStoreError,
  openStore,
  type Prices,
} from '@unspool/store';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

/**
 * Whether there is an index; without one, commands read the files themselves. An archive needs one: what stands only
 * there is not among the files.
 */
export function hasIndex(io: Io): boolean {
  return hasStore(databaseFile(io)) || existsSync(archiveFolder(io));
}

/** The store; a broken one is put aside with a word about it. */
export async function openIndex(io: Io): Promise<Database> {
  const file = databaseFile(io);
  const isNew = !hasStore(file);
  try {
    const { database, movedAside } = await openStore(file);
    if (movedAside !== undefined) {
      io.err(`The index could not be read. It was moved to ${movedAside} and is built anew; no session was touched.\n`);
    }
    if (isNew || movedAside !== undefined) (await import('../keep/labels.js')).adopt(database, io);
    return database;
  } catch (error) {
    if (error instanceof NewerStoreError) {
      throw new UserError(`${file} was written by a newer Unspool.`, {
        hint: 'Update Unspool, or set UNSPOOL_HOME to another folder.',
      });
    }
    throw new UserError(`The index ${file} cannot be opened.`, {
      why: error instanceof Error ? error.message : String(error),
      hint: 'Check that the folder can be written, or set UNSPOOL_HOME to another one.',
    });
  }
}

/** Reads what is new into the store; what reads is loaded only when there is something. */
export async function bringUpToDate(database: Database, prices: Prices, io: Io): Promise<IndexResult> {
  const kept = { stamp: () => archiveStamp(archiveFolder(io), io.now) };
  const seen = look(database, configFolders(io.env, io.home), { prices, kept });
  if (seen.isKnown) return { changed: 0, gone: 0, bytesRead: 0, problems: [] };
  const { readNew } = await import('./read-new.js');
  return readNew(database, { seen, prices }, io);
}
