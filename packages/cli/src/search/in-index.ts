import { existsSync } from 'node:fs';
import {
  archiveFolder,
  forgetIndex,
  knowsOutputFiles,
  type Query,
  type SearchResult,
  searchIndex,
} from '@unspool/store';
import { bringUpToDate, withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { pricesOf } from '../usage/own-prices.js';
import type { SearchRequest } from './options.js';

/** Updates the index, then searches it for words. */
export async function wordsInIndex(query: Query, request: SearchRequest, io: Io): Promise<SearchResult> {
  return withIndex(io, async (database) => {
    await bringUpToDate(database, pricesOf(io), io);
    if (request.filters.touched !== undefined && !knowsOutputFiles(database)) {
      io.err('The index was built by an older Unspool. Rebuilding it.\n');
      forgetIndex(database);
      await bringUpToDate(database, pricesOf(io), io);
    }
    if (!existsSync(archiveFolder(io))) return searchIndex(database, query, request);
    const { keptFiles } = await import('../keep/kept-files.js');
    const kept = keptFiles(database, io);
    const result = searchIndex(database, query, { ...request, kept });
    kept.close();
    return result;
  });
}
