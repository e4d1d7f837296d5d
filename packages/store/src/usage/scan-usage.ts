import { statSync } from 'node:fs';
import { forEachUsage, type SessionFile } from '@unspool/session';
import { cwdOf } from '@unspool/session/locate';
import type { Calendar } from './calendar.js';
import type { Prices } from './prices.js';
import { ownerOrder, rankOf } from './reply-rank.js';
import { ReplyTable } from './reply-table.js';
import { type SessionRef, type Usage, unrecordedUsage } from './usage.js';

export interface ScannedUsage {
  replies: number;
  usages(prices: Prices): Iterable<Usage>;
  /** The same by day, which is faster, for reports without sessions. */
  days(prices: Prices, calendar: Calendar): Iterable<Usage>;
  /** Files that could not be read. */
  problems: { file: string; message: string }[];
}

/** A session and its files, as a scan needs them. */
export interface ScanSource {
  ref: SessionRef;
  files: ScanFile[];
}

export interface ScanFile {
  file: string;
  isAgent: boolean;
}

/** The usage of sessions, read from their files. */
export function scanUsage(sessions: readonly SessionFile[]): ScannedUsage {
  return scanSources(sourcesOf(sessions), () => {});
}

/** The same from sources; `onFile` is called after each file. */
export function scanSources(sources: readonly ScanSource[], onFile: () => void): ScannedUsage {
  const ordered = [...sources].sort((a, b) => (ownerOrder(a.ref) < ownerOrder(b.ref) ? -1 : 1));
  const replies = new ReplyTable();
  const unrecorded: Usage[] = [];
  const problems: ScannedUsage['problems'] = [];
  ordered.forEach(({ ref, files }, session) => {
    let count = 0;
    for (const each of files) {
      try {
        count += readFile(each, session, replies);
      } catch (error) {
        problems.push({ file: each.file, message: error instanceof Error ? error.message : String(error) });
      }
      onFile();
    }
    const [main] = files;
    if (count === 0 && ref.client !== undefined && main) unrecorded.push(unrecordedUsage(ref, writtenAt(main.file)));
  });
  const refs = ordered.map(({ ref }) => ref);
  return {
    replies: replies.size,
    *usages(prices) {
      yield* replies.usages(refs, prices);
      yield* unrecorded;
    },
    *days(prices, calendar) {
      yield* replies.days(prices, calendar);
      yield* unrecorded;
    },
    problems,
  };
}

export function sourcesOf(sessions: readonly SessionFile[]): ScanSource[] {
  return sessions.map((session) => {
    const files = session.agentFiles.map(({ file }) => ({ file, isAgent: true }));
    if (session.hasMain) files.unshift({ file: session.file, isAgent: false });
    return { ref: sessionRef(session), files };
  });
}

/** `session` is its position among all sessions, ordered by id. Returns the number of records. */
function readFile({ file, isAgent }: ScanFile, session: number, replies: ReplyTable): number {
  let count = 0;
  forEachUsage(file, (record, byte) => {
    count++;
    const { isForked, isEmbedded } = record;
    const rank = rankOf({ session, isAgent: isAgent || record.isSidechain, isForked, isEmbedded });
    replies.add(record.key ?? `${file}:${byte}`, record, rank);
  });
  return count;
}

function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
}

export function sessionRef(session: SessionFile): SessionRef {
  let cwd: { value: string | undefined } | undefined;
  return {
    sessionId: session.sessionId,
    slug: session.slug,
    ...(session.client !== undefined && { client: session.client }),
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
