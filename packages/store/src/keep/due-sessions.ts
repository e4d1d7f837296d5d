import type { ConfigFolder, SessionFile } from '@unspool/session';
import { deletesInDays, projectFoldersOf, retentionOf } from './retention.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Sessions so near to their end are told about, and archived whatever the settings say of quiet days. */
export const NEAR_DAYS = 7;

export interface DueSession {
  session: SessionFile;
  config: ConfigFolder;
  /** Null when the client never deletes it. */
  deletesInDays: number | null;
}

export interface DueOptions {
  now: number;
  /** Quiet for so long is reason enough. */
  afterDays: number;
  /** When a session was archived; one that has not changed since is not due. */
  archivedAt?: (session: SessionFile) => number | undefined;
}

/**
 * Sessions to be archived now: quiet for some days, or near to what the client's clean-up takes. Those that go first
 * come first.
 */
export function dueSessions(
  sources: readonly { config: ConfigFolder; sessions: readonly SessionFile[] }[],
  { now, afterDays, archivedAt }: DueOptions,
): DueSession[] {
  const due = sources.flatMap(({ config, sessions }) => {
    const retention = retentionOf(config, projectFoldersOf(sessions));
    const quiet = Math.max(Math.min(afterDays, retention.days - NEAR_DAYS) * DAY, HOUR);
    return sessions
      .filter((session) => now - newestOf(session) >= quiet)
      .filter((session) => !(newestOf(session) <= (archivedAt?.(session) ?? Number.NaN)))
      .map((session) => {
        const newest = { file: session.file, mtimeMs: newestOf(session) };
        return { session, config, deletesInDays: deletesInDays(newest, retention, now) };
      });
  });
  return due.sort((a, b) => newestOf(a.session) - newestOf(b.session));
}

/**
 * Its last change. A sub-agent may still be at work when its session waits. The time of a folder does not count: it
 * changes whenever something in it is deleted.
 */
export function newestOf({ hasMain, mtimeMs, agentFiles }: SessionFile): number {
  const start = hasMain || agentFiles.length === 0 ? mtimeMs : 0;
  return agentFiles.reduce((newest, agent) => Math.max(newest, agent.mtimeMs), start);
}

export function sizeOf({ size, agentFiles }: SessionFile): number {
  return agentFiles.reduce((sum, agent) => sum + agent.size, size);
}
