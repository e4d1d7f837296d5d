import { type Query, type SearchResult, searchIndex } from '@unspool/store';
import type { Io } from '../io.js';
import { pricesOf } from '../usage/own-prices.js';
import type { SearchRequest } from './options.js';
import { bringUpToDate, openIndex } from './up-to-date.js';

/** Words, from the index as it is when everything new has been read. */
export async function wordsInIndex(query: Query, request: SearchRequest, io: Io): Promise<SearchResult> {
  const database = await openIndex(io);
  try {
    await bringUpToDate(database, pricesOf(io), io);
    return searchIndex(database, query, request);
  } finally {
    database.close();
  }
}
