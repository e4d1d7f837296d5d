import { cwdOf, type SessionFile, UsageScanner } from '@unspool/session';
import type { Prices } from './prices.js';
import { ReplyTable, rankOf } from './reply-table.js';
import type { SessionRef, Usage } from './usage.js';

export interface ScannedUsage {
  replies: number;
  usages(prices: Prices): Iterable<Usage>;
  /** Files that could not be read. */
  problems: { file: string; message: string }[];
}

/** A session and its files, as far as a scan has to know them. */
export interface ScanSource {
  ref: SessionRef;
  files: { file: string; isAgent: boolean }[];
}

/** The usage of sessions, read from their files: what is there before any index. */
export function scanUsage(sessions: readonly SessionFile[], onSession?: () => void): ScannedUsage {
  const sources = sessions.map((session) => {
    const files = session.agentFiles.map(({ file }) => ({ file, isAgent: true }));
    if (session.hasMain) files.unshift({ file: session.file, isAgent: false });
    return { ref: sessionRef(session), files };
  });
  return scanSources(sources, onSession);
}

export function scanSources(sources: readonly ScanSource[], onSession: () => void = () => undefined): ScannedUsage {
  const ordered = [...sources].sort((a, b) => (a.ref.sessionId < b.ref.sessionId ? -1 : 1));
  const table = new ReplyTable();
  const scanner = new UsageScanner();
  const problems: ScannedUsage['problems'] = [];
  ordered.forEach(({ files }, at) => {
    for (const { file, isAgent } of files) {
      try {
        scanner.scan(file, (record, byte) => {
          const { isForked, isEmbedded } = record;
          const place = { session: at, isAgent: isAgent || record.isSidechain, isForked, isEmbedded };
          table.add(record.key ?? `${file}:${byte}`, record, rankOf(place));
        });
      } catch (error) {
        problems.push({ file, message: error instanceof Error ? error.message : String(error) });
      }
    }
    onSession();
  });
  const refs = ordered.map(({ ref }) => ref);
  return { replies: table.size, usages: (prices) => table.usages(refs, prices), problems };
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
