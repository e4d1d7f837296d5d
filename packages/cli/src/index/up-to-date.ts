import { existsSync } from 'node:fs';
import {
  adoptLabels,
  archiveFolder,
  archiveStamp,
  type Database,
  databaseFile,
  dataFolder,
  hasStore,
  type IndexResult,
  identityOf,
  isCorrupt,
  isUnwritable,
  leftMarks,
  look,
  markOpened,
  type OpenedStore,
  openStore,
  type Prices,
  renewStore,
} from '@unspool/store';
import type { Io } from '../io.js';
import { sessionFolders } from '../session/folders.js';
import type { StopSign } from '../terminal/stop-sign.js';
import { UserError } from '../user-error.js';
import { noIndex } from './no-index.js';
import { checkAfterCrash, renewApart } from './repair.js';
import { UnwritableIndex } from './unwritable-index.js';
import { warnLocked } from './warn-locked.js';
import { warnMoved } from './warn-moved.js';

/**
 * Whether there is an index. Without one, commands read the files. An archive requires one, because sessions that exist
 * only there are not among the files.
 */
export function hasIndex(io: Io): boolean {
  return hasStore(databaseFile(io)) || existsSync(archiveFolder(io));
}

/**
 * Runs work with the store. A damaged store is moved aside with a message, and the work starts over.
 * `isEndedByHand`: users interrupt this work, so an interruption is not a sign of damage.
 */
export async function withIndex<T>(
  io: Io,
  work: (database: Database) => T | Promise<T>,
  { isEndedByHand = false } = {},
): Promise<T> {
  const file = databaseFile(io);
  const left = leftMarks(file);
  const unmark = hasStore(file) && !isEndedByHand ? markOpened(file) : () => undefined;
  try {
    if (left.length > 0) checkAfterCrash(file, left, io);
    return await withOpen(io, work);
  } catch (error) {
    throw isUnwritable(error) ? new UnwritableIndex(file, error) : error;
  } finally {
    unmark();
  }
}

async function withOpen<T>(io: Io, work: (database: Database) => T | Promise<T>): Promise<T> {
  const opened = await openIndex(io);
  try {
    return await work(opened.database);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
  } finally {
    opened.database.close();
  }
  const { database } = await renewed(opened.identity, io);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Unless another process was faster. */
async function renewed(identity: string, io: Io): Promise<OpenedStore> {
  const file = databaseFile(io);
  if (identityOf(file) === identity && renewApart(file, io)) return openIndex(io);
  return opening(() => renewStore(file, identity), false, io);
}

async function openIndex(io: Io): Promise<OpenedStore> {
  const file = databaseFile(io);
  return opening(() => openStore(file), !hasStore(file), io);
}

async function opening(open: () => Promise<OpenedStore>, isNew: boolean, io: Io): Promise<OpenedStore> {
  const file = databaseFile(io);
  try {
    const opened = await open();
    const { database, movedAside, saved } = opened;
    if (movedAside !== undefined) warnMoved(movedAside, saved, io);
    if (isNew || movedAside !== undefined) adoptLabels(database, dataFolder(io));
    return opened;
  } catch (error) {
    const refused = noIndex(error, file);
    if (refused) throw refused;
    if (isUnwritable(error)) throw error;
    throw new UserError(`The index ${file} cannot be opened.`, {
      why: error instanceof Error ? error.message : String(error),
      hint: 'Check that the folder can be written, or set UNSPOOL_HOME to another one.',
    });
  }
}

/** Reads what is new into the store. Loads the reader only if there is something to read. */
export async function bringUpToDate(
  database: Database,
  prices: Prices,
  io: Io,
  { stop }: { stop?: StopSign } = {},
): Promise<IndexResult> {
  const kept = { stamp: () => archiveStamp(archiveFolder(io), io.now) };
  const seen = look(database, sessionFolders(io), { prices, kept });
  warnLocked(seen.locked, io);
  if (seen.isKnown) return { changed: 0, gone: 0, bytesRead: 0, problems: [] };
  const { readNew } = await import('./read-new.js');
  return readNew(database, { seen, prices }, { io, stop });
}
