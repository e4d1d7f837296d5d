import { Worker } from 'node:worker_threads';
import { configFolders } from '@unspool/session';
import {
  endProbe,
  filesByPlace,
  isByPlace,
  type Matcher,
  needlesIn,
  newProbe,
  probeInOrder,
  type SearchedFile,
  type SearchResult,
  searchFiles,
  searchIn,
} from '@unspool/store';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import type { SearchRequest } from './options.js';

/** Texts that fit, from the files on disk. Who belongs to whom is found out only where it matters. */
export function searchOnDisk(matcher: Matcher, request: SearchRequest, io: Io): SearchResult {
  if (!isByPlace(request.filters)) return searchFiles(allSessions(io).sessions, matcher, request);
  const files = filesByPlace(configFolders(io.env, io.home), request.filters);
  const result = isLarge(files) ? searchWithHelp(files, matcher, request) : searchIn(files, matcher, request);
  nameSessions(result, io);
  return result;
}

/** Fewer bytes are read before a thread has started. */
const WORTH_A_THREAD = 64 * 1024 * 1024;

function isLarge(files: readonly SearchedFile[]): boolean {
  return files.reduce((sum, { size }) => sum + size, 0) >= WORTH_A_THREAD;
}

/** A second thread looks through files as well; what it finds is read here, in order, as if there were none. */
function searchWithHelp(files: readonly SearchedFile[], matcher: Matcher, request: SearchRequest): SearchResult {
  const job = newProbe(
    files.map(({ file }) => file),
    needlesIn(matcher),
  );
  const worker = new Worker(new URL('./search-worker.js', import.meta.url));
  // Without a second thread the first does everything.
  worker.on('error', () => {});
  worker.postMessage(job);
  try {
    return searchIn(files, matcher, { ...request, mayHold: probeInOrder(job) });
  } finally {
    endProbe(job);
    void worker.terminate();
  }
}

/** A sub-agent of the 2.0 clients stands beside its session, and only its lines say whose it is. */
function nameSessions({ hits }: SearchResult, io: Io): void {
  const unnamed = hits.filter((hit) => hit.sessionId === '');
  if (unnamed.length === 0) return;
  const owners = new Map<string, string>();
  for (const { sessionId, agentFiles } of allSessions(io).sessions) {
    for (const { file } of agentFiles) owners.set(file, sessionId);
  }
  for (const hit of unnamed) hit.sessionId = owners.get(hit.file) ?? '';
}
