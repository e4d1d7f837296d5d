import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '@unspool/session/edit';
import { dataFolder } from '@unspool/store';
import { journalOf } from '../edit/source.js';
import type { Io } from '../io.js';
import { givenTime } from '../terminal/given-time.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';

export interface TrashOptions {
  olderThan?: string;
  dryRun?: boolean;
  json?: boolean;
}

/** Removes deleted sessions permanently, except those that undo has brought back. */
export function emptyTrash(options: TrashOptions, io: Io): number {
  const before = options.olderThan === undefined ? Number.POSITIVE_INFINITY : givenTime(options.olderThan, io.now);
  const entries = journalOf(io)
    .list()
    .filter((entry) => isDeletion(entry) && Date.parse(entry.at) <= before)
    .map((entry) => ({ id: entry.id, what: entry.what, at: entry.at, size: sizeOf(folderOf(entry, io)) }));
  if (!options.dryRun) for (const entry of entries) rmSync(folderOf(entry, io), { recursive: true, force: true });
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (options.json) {
    io.out(`${JSON.stringify({ removed: entries, size, isDryRun: options.dryRun === true }, null, 2)}\n`);
    return 0;
  }
  for (const { id, what } of entries) io.out(`${id}  ${safeLine(what)}\n`);
  const verb = options.dryRun ? 'would be' : entries.length === 1 ? 'is' : 'are';
  io.out(`${plural(entries.length, 'session')} (${shortSize(size)}) ${verb} removed permanently\n`);
  return 0;
}

/** A change that only removed files. */
function isDeletion({ isUndone, changes = [] }: JournalEntry): boolean {
  return !isUndone && changes.length > 0 && changes.every((change) => change.draft === undefined);
}

/** The folder that `journalOf` uses. An id must be digits and a dash, so that a forged record cannot name another folder. */
function folderOf({ id }: { id: string }, io: Io): string {
  if (!/^[\d-]+$/.test(id)) throw new Error(`${id} is no entry of the journal`);
  return join(dataFolder(io), 'journal', id);
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
