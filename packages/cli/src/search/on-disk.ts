import { Worker } from 'node:worker_threads';
import { configFolders } from '@unspool/session';
import {
  endProbe,
  holdingFiles,
  isByPlace,
  type LockedFolder,
  type Matcher,
  needlesIn,
  newProbe,
  type ProbeJob,
  type SearchResult,
  sessionPaths,
} from '@unspool/store';
import type { Io } from '../io.js';
import type { SearchRequest } from './options.js';
import { sayLocked } from './say-locked.js';

/**
 * Texts that fit, from the files on disk. First the bytes of all files are looked through for what every hit holds; when
 * there is none, that is all. What reads lines, and knows whose they are, is loaded only for files that have something.
 */
export async function searchOnDisk(matcher: Matcher, request: SearchRequest, io: Io): Promise<SearchResult> {
  if (!isByPlace(request.filters)) return (await import('./in-lines.js')).searchSessions(matcher, request, io);
  const paths: string[] = [];
  const locked: LockedFolder[] = [];
  const helper = new Helper();
  try {
    for (const path of sessionPaths(configFolders(io.env, io.home), locked)) {
      if (paths.push(path) === WORTH_A_THREAD) helper.start();
    }
    sayLocked(locked, io);
    const job = newProbe(paths, needlesIn(matcher), MANY);
    helper.give(job);
    const holding = holdingFiles(job);
    if (holding?.length === 0) return { hits: [], count: 0, isMore: false, sorted: 'time' };
    const { searchHolding, searchNewest } = await import('./in-lines.js');
    if (holding) return searchHolding(holding, matcher, request, io);
    return searchNewest(job, matcher, request, { io, share: (next) => helper.give(next) });
  } finally {
    helper.dismiss();
  }
}

/** When so many files have something, the newest are enough, and the rest need not be looked through. */
const MANY = 8;

/** Fewer files are read before a thread has started. */
const WORTH_A_THREAD = 200;

/** A second thread that looks through files as well; without it the first does everything. */
class Helper {
  private worker: Worker | undefined;
  private job: ProbeJob | undefined;

  /** Takes as long as to look through some hundred files, so it begins before they are all listed. */
  start(): void {
    this.worker = new Worker(new URL('./search-worker.js', import.meta.url));
    this.worker.on('error', () => {});
  }

  give(job: ProbeJob): void {
    if (this.job) endProbe(this.job);
    this.job = job;
    this.worker?.postMessage(job);
  }

  dismiss(): void {
    if (this.job) endProbe(this.job);
    void this.worker?.terminate();
  }
}
