import { exactMatcher, type Query, regexMatcher, type SearchResult, wordMatcher } from '@unspool/store';
import type { Io } from '../io.js';
import { searchArchive } from '../keep/search-archive.js';
import { UserError } from '../user-error.js';
import { searchOnDisk } from './on-disk.js';
import type { SearchRequest } from './options.js';
import { wellFormed } from './query.js';

/** Signs and patterns, which no index of words knows. */
export function signsInFiles(text: string, isRegex: boolean | undefined, request: SearchRequest, io: Io): SearchResult {
  if (text === '') throw new UserError('There is nothing to look for.', { isUsage: true });
  const matcher = isRegex ? wellFormed(() => regexMatcher(text)) : exactMatcher(text);
  return searchArchive(searchOnDisk(matcher, request, io), matcher, request, io);
}

/** Words, when there is no index. */
export function wordsInFiles(query: Query, request: SearchRequest, io: Io): SearchResult {
  if (request.filters.tag !== undefined)
    throw new UserError('Tags are in the index, and there is none.', { hint: 'Run: unspool index' });
  const result = searchOnDisk(wordMatcher(query), request, io);
  io.err('Searched the files themselves. For ranked and faster search, run: unspool index\n');
  return result;
}
