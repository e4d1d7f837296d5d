import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSessionId } from '@unspool/session';
import { dataFolder, type Machine } from '../data-folder.js';
import type { ArchiveOwner } from './archived-names.js';
import { removeLeftDraft } from './left-drafts.js';

const ARCHIVE = /^(.+)\.[0-9a-f]{16}\.unspool$/;
const FORMER = /^.+\.[0-9a-f]{16}\.\d+\.former$/;
const DRAFT = /^\..+\.tmp$/;

export interface ArchiveEntry {
  path: string;
  name: string;
  /** What the name says; `session` for ids that are no UUIDs. */
  sessionId: string;
}

/** Where archives stand: one file a family, all in one folder, so that one look at it tells whether anything is new. */
export function archiveFolder(machine: Machine): string {
  return join(dataFolder(machine), 'archive');
}

/**
 * The archive of a session. It is named by the session's id, for people, and by its project too, because a copy of a
 * session can stand in two. Where the config folder is does not count: homes are renamed.
 */
export function archivePath(folder: string, { sessionId, slug }: ArchiveOwner): string {
  const id = isSessionId(sessionId) ? sessionId : 'session';
  const key = createHash('sha256').update(`${slug}\0${sessionId}`).digest('hex').slice(0, 16);
  return join(folder, `${id}.${key}.unspool`);
}

/** Under this name an archive stays when its session was rewritten instead of continued. */
export function formerPath(path: string, takenAt: number): string {
  return path.replace(/\.unspool$/, `.${Math.floor(takenAt)}.former`);
}

/** When a session was looked at for its archive, without opening it; undefined when it has none. */
export function archivedAt(folder: string, session: ArchiveOwner): number | undefined {
  return statSync(archivePath(folder, session), { throwIfNoEntry: false })?.mtimeMs;
}

export function listArchives(folder: string): ArchiveEntry[] {
  return namesIn(folder).flatMap((name) => {
    const sessionId = ARCHIVE.exec(name)?.[1];
    return sessionId === undefined ? [] : [{ path: join(folder, name), name, sessionId }];
  });
}

/** Archives of sessions that were rewritten since. */
export function listFormer(folder: string): string[] {
  return namesIn(folder).flatMap((name) => (FORMER.test(name) ? [join(folder, name)] : []));
}

/** What processes that were killed have left. */
export function removeOldDrafts(folder: string, now: number): void {
  for (const name of namesIn(folder)) if (DRAFT.test(name)) removeLeftDraft(join(folder, name), now);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw error;
    return [];
  }
}
