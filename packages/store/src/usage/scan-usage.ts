import type { SessionFile } from '@unspool/session';
import { cwdOf } from '@unspool/session/locate';
import type { Calendar } from './calendar.js';
import type { Prices } from './prices.js';
import type { SessionRef, Usage } from './usage.js';
import {
  type GivenShare,
  hasHelped,
  joined,
  takeParts,
  type UsageProblem,
  type UsageShare,
  type UsageTasks,
  usageTasks,
} from './usage-tasks.js';

export interface ScannedUsage {
  replies: number;
  usages(prices: Prices): Iterable<Usage>;
  /** The same by day, which is faster, for reports that tell no sessions apart. */
  days(prices: Prices, calendar: Calendar): Iterable<Usage>;
  /** Files that could not be read. */
  problems: UsageProblem[];
}

/** A session and its files, as far as a scan has to know them. */
export interface ScanSource {
  ref: SessionRef;
  files: { file: string; isAgent: boolean; size: number }[];
}

export interface ScanOptions {
  /** Told how many of all files have been taken; of one that is read in parts, when its share of them is. */
  onFile?: (taken: number) => void;
  /** In how large parts large files are read. */
  partSize?: number;
  /** Has another thread take its share (`takeForOther`); undefined when that came to nothing. */
  help?: (tasks: UsageTasks) => Promise<GivenShare | undefined>;
}

/** The usage of sessions, read from their files: what is there before any index. */
export function scanUsage(sessions: readonly SessionFile[]): ScannedUsage {
  const { refs, tasks } = tasksOf(sourcesOf(sessions));
  return scannedBy(takeParts(tasks), refs);
}

/** The same, maybe with the help of another thread. */
export async function scanSources(sources: readonly ScanSource[], options: ScanOptions): Promise<ScannedUsage> {
  const { refs, tasks, files } = tasksOf(sources, options.partSize);
  const help = options.help?.(tasks);
  const own = takeParts(tasks, (taken) => options.onFile?.(Math.ceil((taken * files) / tasks.parts.length)));
  // One that was not ready in time need not be waited for.
  return scannedBy(help && hasHelped(tasks, own) ? joined(tasks, own, await help) : own, refs);
}

export function sourcesOf(sessions: readonly SessionFile[]): ScanSource[] {
  return sessions.map((session) => {
    const files = session.agentFiles.map(({ file, size }) => ({ file, isAgent: true, size }));
    if (session.hasMain) files.unshift({ file: session.file, isAgent: false, size: session.size });
    return { ref: sessionRef(session), files };
  });
}

function tasksOf(
  sources: readonly ScanSource[],
  partSize?: number,
): { refs: SessionRef[]; tasks: UsageTasks; files: number } {
  const ordered = [...sources].sort((a, b) => (a.ref.sessionId < b.ref.sessionId ? -1 : 1));
  const files = ordered.flatMap((source, session) => source.files.map((file) => ({ ...file, session })));
  return { refs: ordered.map(({ ref }) => ref), tasks: usageTasks(files, partSize), files: files.length };
}

function scannedBy({ replies, problems }: UsageShare, refs: SessionRef[]): ScannedUsage {
  return {
    replies: replies.size,
    usages: (prices) => replies.usages(refs, prices),
    days: (prices, calendar) => replies.days(prices, calendar),
    problems,
  };
}

export function sessionRef(session: SessionFile): SessionRef {
  let cwd: { value: string | undefined } | undefined;
  return {
    sessionId: session.sessionId,
    slug: session.slug,
    cwd: () => {
      cwd ??= { value: firstCwd(session) };
      return cwd.value;
    },
  };
}

function firstCwd(session: SessionFile): string | undefined {
  const files = [session.file, ...session.agentFiles.map((agent) => agent.file)];
  for (const file of files) {
    const cwd = cwdOf(file);
    if (cwd !== undefined) return cwd;
  }
  return undefined;
}
