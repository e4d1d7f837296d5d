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

/** The usage of sessions, read from their files: what is there before any index. */
export function scanUsage(sessions: readonly SessionFile[], onSession: () => void = () => undefined): ScannedUsage {
  const ordered = [...sessions].sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
  const refs = ordered.map(sessionRef);
  const table = new ReplyTable();
  const scanner = new UsageScanner();
  const problems: ScannedUsage['problems'] = [];
  ordered.forEach((session, at) => {
    const files = session.agentFiles.map(({ file }) => ({ file, isAgent: true }));
    if (session.hasMain) files.unshift({ file: session.file, isAgent: false });
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
