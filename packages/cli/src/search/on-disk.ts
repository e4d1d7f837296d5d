import {
  filesByPlace,
  isByPlace,
  type LockedFolder,
  type Matcher,
  needlesIn,
  type SearchResult,
  searchFiles,
  searchIn,
  sessionPaths,
} from '@unspool/store';
import { warnLocked } from '../index/warn-locked.js';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import { clientOf, sessionFolders } from '../session/folders.js';
import { filesHolding } from './files-holding.js';
import type { SearchRequest } from './options.js';

/** Hits from the files on disk. */
export async function searchOnDisk(matcher: Matcher, request: SearchRequest, io: Io): Promise<SearchResult> {
  return isByPlace(request.filters) ? searchByPlace(matcher, request, io) : searchSessions(matcher, request, io);
}

/** First searches the bytes of all files for what every hit contains. Only matching files are sorted and read. */
async function searchByPlace(matcher: Matcher, request: SearchRequest, io: Io): Promise<SearchResult> {
  const locked: LockedFolder[] = [];
  const folders = sessionFolders(io);
  const paths = [...sessionPaths(folders, locked)];
  warnLocked(locked, io);
  const holding = await filesHolding(needlesIn(matcher), paths);
  const files = filesByPlace(holding, request.filters);
  const result = named(searchIn(files, matcher, request), io);
  for (const hit of result.hits) hit.client = clientOf(hit.file, folders);
  return result;
}

/** For filters that need to know which sub-agent belongs to which session. */
function searchSessions(matcher: Matcher, request: SearchRequest, io: Io): SearchResult {
  const { sessions, problems } = allSessions(io);
  const unread = problems.filter(({ kind }) => kind === 'unreadable' || kind === 'broken_link');
  warnLocked(
    unread.map(({ path, message }) => ({ folder: path, message })),
    io,
  );
  return searchFiles(sessions, matcher, request);
}

/** Clients of version 2.0 put sub-agents beside their session; only the lines of the sub-agent name it. */
function named(result: SearchResult, io: Io): SearchResult {
  const unnamed = result.hits.flatMap((hit) => [hit, ...(hit.copies ?? [])]).filter((hit) => hit.sessionId === '');
  if (unnamed.length === 0) return result;
  const owners = new Map<string, string>();
  for (const { sessionId, agentFiles } of allSessions(io).sessions) {
    for (const { file } of agentFiles) owners.set(file, sessionId);
  }
  for (const hit of unnamed) hit.sessionId = owners.get(hit.file) ?? '';
  return result;
}
