import type { ConfigFolder, SessionFile } from '@unspool/session';
import { isDeletedWithin, projectFoldersOf, retentionOf } from './retention.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Sessions this close to their deletion are reported, and archived without waiting for quiet days. */
export const NEAR_DAYS = 7;

export interface DueSession {
  session: SessionFile;
  config: ConfigFolder;
  /** Whether the client deletes it within some days. */
  isDeletedWithin(days: number): boolean;
}

export interface DueOptions {
  now: number;
  /** Sessions that were quiet for this long are due. */
  afterDays: number;
  /** When a session was archived; if it has not changed since, it is not due. */
  archivedAt?: (session: SessionFile) => number | undefined;
}

/**
 * The sessions to archive now: quiet for some days, or about to be deleted by the client. Those deleted first come first.
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
      .map((session): DueSession => {
        const newest = { file: session.file, mtimeMs: newestOf(session) };
        return { session, config, isDeletedWithin: (days) => isDeletedWithin(days, newest, retention, now) };
      });
  });
  return due.sort((a, b) => newestOf(a.session) - newestOf(b.session));
}

/**
 * The last change of the session or its sub-agents, which may still be working while the session waits. Folder times do not
 * count, since deletions change them.
 */
export function newestOf({ hasMain, mtimeMs, agentFiles }: SessionFile): number {
  const start = hasMain || agentFiles.length === 0 ? mtimeMs : 0;
  return agentFiles.reduce((newest, agent) => Math.max(newest, agent.mtimeMs), start);
}

export function sizeOf({ size, agentFiles }: SessionFile): number {
  return agentFiles.reduce((sum, agent) => sum + agent.size, size);
}
