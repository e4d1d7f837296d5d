import { existsSync } from 'node:fs';
import { archiveFolder, type Database, forgetIndex, GitError, type KeptFiles, knowsWrites } from '@unspool/store';
import { bringUpToDate, withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { pricesOf } from '../usage/own-prices.js';
import { UserError } from '../user-error.js';

/** Runs work with an index that knows what sessions wrote. Builds it if necessary. */
export async function withWrites<T>(io: Io, work: (database: Database, kept: KeptFiles | undefined) => T): Promise<T> {
  return withIndex(io, async (database) => {
    await bringUpToDate(database, pricesOf(io), io);
    if (!knowsWrites(database)) {
      io.err('The index was built by an older Unspool. Rebuilding it.\n');
      forgetIndex(database);
      await bringUpToDate(database, pricesOf(io), io);
    }
    const kept = existsSync(archiveFolder(io))
      ? (await import('../keep/kept-files.js')).keptFiles(database, io)
      : undefined;
    try {
      return work(database, kept);
    } catch (error) {
      if (error instanceof GitError) throw new UserError('git failed.', { why: safeLine(error.message) });
      throw error;
    } finally {
      kept?.close();
    }
  });
}
