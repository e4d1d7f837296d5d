import {
  exactMatcher,
  type Matcher,
  parseQuery,
  QueryError,
  regexMatcher,
  type SearchResult,
  searchFiles,
  searchIndex,
  wordMatcher,
} from '@unspool/store';
import type { Io } from '../io.js';
import { filtersOf, limitOf, type SearchFlags, sortOf } from '../search/options.js';
import { resultOnScreen } from '../search/screen.js';
import { bringUpToDate, hasIndex, openIndex } from '../search/up-to-date.js';
import { allSessions } from '../session/find.js';
import { pricesOf } from '../usage/own-prices.js';
import { UserError } from '../user-error.js';

/** Finds texts in all sessions; 1 when there are none, as grep does. */
export async function search(words: readonly string[], flags: SearchFlags, io: Io): Promise<number> {
  const text = words.join(' ');
  const result = await find(text, flags, io);
  if (flags.json) io.out(`${JSON.stringify(asJson(result), null, 2)}\n`);
  else if (result.hits.length === 0) io.err('Nothing was found.\n');
  else io.out(resultOnScreen(result, io));
  return result.hits.length > 0 ? 0 : 1;
}

async function find(text: string, flags: SearchFlags, io: Io): Promise<SearchResult> {
  const filters = filtersOf(flags, io);
  const options = { filters, limit: limitOf(flags), sort: sortOf(flags) };
  if (flags.exact || flags.regex) return searchFiles(allSessions(io).sessions, signs(text, flags), options);
  const query = wellFormed(() => parseQuery(text));
  if (!hasIndex(io)) {
    if (filters.tag !== undefined)
      throw new UserError('Tags are in the index, and there is none.', { hint: 'Run: unspool index' });
    const result = searchFiles(allSessions(io).sessions, wordMatcher(query), options);
    io.err('Searched the files themselves. For ranked and faster search, run: unspool index\n');
    return result;
  }
  const database = await openIndex(io);
  try {
    bringUpToDate(database, pricesOf(io), io);
    return searchIndex(database, query, options);
  } finally {
    database.close();
  }
}

function signs(text: string, flags: SearchFlags): Matcher {
  if (text === '') throw new UserError('There is nothing to look for.', { isUsage: true });
  return flags.regex ? wellFormed(() => regexMatcher(text)) : exactMatcher(text);
}

function wellFormed<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof QueryError) && !(error instanceof SyntaxError)) throw error;
    throw new UserError('The search cannot be understood.', { why: error.message, isUsage: true });
  }
}

function asJson(result: SearchResult) {
  return {
    count: result.count,
    isMore: result.isMore,
    sorted: result.sorted,
    hits: result.hits.map((hit) => ({
      ...hit,
      agentId: hit.agentId ?? null,
      title: hit.title ?? null,
      cwd: hit.cwd ?? null,
      tool: hit.tool ?? null,
      time: hit.time === undefined ? null : new Date(hit.time).toISOString(),
    })),
  };
}
