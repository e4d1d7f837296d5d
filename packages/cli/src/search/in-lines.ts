import {
  filesByPlace,
  type Matcher,
  type ProbeJob,
  probeAgain,
  probeInOrder,
  type SearchResult,
  searchFiles,
  searchIn,
} from '@unspool/store';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import type { SearchRequest } from './options.js';
import { sayLocked } from './say-locked.js';

/** Hits in the lines of sessions, when it matters who belongs to whom. */
export function searchSessions(matcher: Matcher, request: SearchRequest, io: Io): SearchResult {
  const { sessions, problems } = allSessions(io);
  const unread = problems.filter(({ kind }) => kind === 'unreadable' || kind === 'broken_link');
  sayLocked(
    unread.map(({ path, message }) => ({ folder: path, message })),
    io,
  );
  return searchFiles(sessions, matcher, request);
}

/** Hits in files that may have some. */
export function searchHolding(
  paths: readonly string[],
  matcher: Matcher,
  request: SearchRequest,
  io: Io,
): SearchResult {
  return named(searchIn(filesByPlace(paths, request.filters), matcher, request), io);
}

/** Hits in the newest files, until there are enough. Others may `share` in looking through them. */
export function searchNewest(
  first: ProbeJob,
  matcher: Matcher,
  request: SearchRequest,
  { io, share }: { io: Io; share: (job: ProbeJob) => void },
): SearchResult {
  const files = filesByPlace(first.files, request.filters);
  const job = probeAgain(
    first,
    files.map(({ file }) => file),
  );
  share(job);
  return named(searchIn(files, matcher, { ...request, mayHold: probeInOrder(job) }), io);
}

/** A sub-agent of the 2.0 clients stands beside its session, and only its lines say whose it is. */
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
