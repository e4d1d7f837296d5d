import type { ConfigFolder, SessionFile } from '@unspool/session';
import { deletesInDays, retentionDays } from './retention.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Sessions so near to their end are told about, and archived whatever the settings say of quiet days. */
export const NEAR_DAYS = 7;

export interface DueSession {
  session: SessionFile;
  config: ConfigFolder;
  deletesInDays: number;
}

export interface DueOptions {
  now: number;
  /** Quiet for so long is reason enough. */
  afterDays: number;
}

/**
 * Sessions to be archived now: quiet for some days, or near to what the client's clean-up takes. Those that go first
 * come first.
 */
export function dueSessions(
  sources: readonly { config: ConfigFolder; sessions: readonly SessionFile[] }[],
  { now, afterDays }: DueOptions,
): DueSession[] {
  const due = sources.flatMap(({ config, sessions }) => {
    const days = retentionDays(config);
    const quiet = Math.max(Math.min(afterDays, days - NEAR_DAYS) * DAY, HOUR);
    return sessions
      .filter((session) => now - newestOf(session) >= quiet)
      .map((session) => ({ session, config, deletesInDays: deletesInDays(session.mtimeMs, days, now) }));
  });
  return due.sort((a, b) => a.session.mtimeMs - b.session.mtimeMs);
}

/** A sub-agent may still be at work when its session waits. */
function newestOf({ mtimeMs, agentFiles }: SessionFile): number {
  return agentFiles.reduce((newest, agent) => Math.max(newest, agent.mtimeMs), mtimeMs);
}

export function sizeOf({ size, agentFiles }: SessionFile): number {
  return agentFiles.reduce((sum, agent) => sum + agent.size, size);
}
