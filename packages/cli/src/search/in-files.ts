import { existsSync } from 'node:fs';
import { archiveFolder, exactMatcher, type Query, regexMatcher, type SearchResult, wordMatcher } from '@unspool/store';
import type { Io } from '../io.js';
import { searchArchive } from '../keep/search-archive.js';
import { UserError } from '../user-error.js';
import { searchOnDisk } from './on-disk.js';
import type { SearchRequest } from './options.js';
import { wellFormed } from './query.js';

/** Searches for symbols and patterns, which an index of words cannot find. */
export async function signsInFiles(
  text: string,
  isRegex: boolean | undefined,
  request: SearchRequest,
  io: Io,
): Promise<SearchResult> {
  if (text === '') throw new UserError('The search is empty.', { isUsage: true });
  const matcher = isRegex ? wellFormed(() => regexMatcher(text)) : exactMatcher(text);
  const found = await searchOnDisk(matcher, request, io);
  if (!existsSync(archiveFolder(io))) return found;
  return searchArchive(found, matcher, request, io);
}

/** Searches for words without an index. */
export async function wordsInFiles(query: Query, request: SearchRequest, io: Io): Promise<SearchResult> {
  if (request.filters.tag !== undefined)
    throw new UserError('Searching by tag needs the index.', { hint: 'Run: unspool index' });
  const result = await searchOnDisk(wordMatcher(query), request, io);
  io.err('Searched the files. For faster, ranked search, run: unspool index\n');
  return result;
}
