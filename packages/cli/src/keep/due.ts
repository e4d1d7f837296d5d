import { configFolders } from '@unspool/session';
import { sessionsAndRemains } from '@unspool/session/locate';
import {
  type ArchiveSettings,
  archivedAt,
  archiveFolder,
  archiveSettings,
  type DueSession,
  dueSessions,
  settingsFile,
} from '@unspool/store';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

/** The sessions in all config folders that are due for archiving. */
export function dueNow(io: Io): DueSession[] {
  const sources = configFolders(io.env, io.home).map((config) => ({ config, sessions: sessionsAndRemains(config) }));
  const folder = archiveFolder(io);
  return dueSessions(sources, {
    now: io.now,
    afterDays: settingsOf(io).afterDays,
    archivedAt: (session) => archivedAt(folder, session),
  });
}

export function settingsOf(io: Io): ArchiveSettings {
  try {
    return archiveSettings(io);
  } catch (error) {
    throw new UserError(`${settingsFile(io)} cannot be used.`, {
      why: error instanceof Error ? error.message : String(error),
      hint: 'It should look like: {"archive": {"automatic": true, "afterDays": 3}}',
    });
  }
}
