import { databaseFile, dataFolder, hasStore, type Labels, readLabels, repairLabels } from '@unspool/store';
import { UnwritableIndex } from '../index/unwritable-index.js';
import { withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';

/** Titles, tags and pins: from the labels file, or from the index if that file is lost. */
export async function allLabels(io: Io): Promise<Labels> {
  const labels = readLabels(dataFolder(io));
  if (labels) return labels;
  if (!hasStore(databaseFile(io))) return new Map();
  try {
    return await withIndex(io, (database) => repairLabels(database, dataFolder(io)));
  } catch (error) {
    if (!(error instanceof UnwritableIndex)) throw error;
    io.err(`Tags and pins are unknown: the index could not be opened. ${error.why}\n`);
    return new Map();
  }
}
