import { type Matcher, type SearchResult, searchFiles } from '@unspool/store';
import type { Io } from '../io.js';
import type { SearchRequest } from '../search/options.js';
import { archivedOnly } from './archived-only.js';

/** Adds hits from the archive to those on disk. Archived sessions are older, so they come last. */
export function searchArchive(found: SearchResult, matcher: Matcher, request: SearchRequest, io: Io): SearchResult {
  const { filters, limit } = request;
  const result = { ...found, hits: [...found.hits] };
  if (result.isMore || result.hits.length >= limit) return result;
  const isWanted = (archived: { sessionId: string; mtimeMs: number }) =>
    archived.sessionId.startsWith(filters.sessionId ?? '') && archived.mtimeMs >= (filters.since ?? 0);
  for (const { archived, session, originalOf } of archivedOnly(io, isWanted)) {
    const part = searchFiles([session], matcher, { ...request, limit: limit - result.hits.length });
    result.hits.push(
      ...part.hits.map((hit) => ({
        ...hit,
        title: archived.facts.title.text,
        file: originalOf(hit.file),
        ...(hit.copies && { copies: hit.copies.map((copy) => ({ ...copy, file: originalOf(copy.file) })) }),
      })),
    );
    result.count += part.count;
    result.gaveUp = part.gaveUp;
    result.problems = [...(result.problems ?? []), ...(part.problems ?? [])];
    if (result.hits.length < limit && part.gaveUp === undefined) continue;
    result.isMore = true;
    break;
  }
  return result;
}
