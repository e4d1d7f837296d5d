import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isSessionId, projectsAbove } from '@unspool/session/locate';
import type { ArchiveOwner } from './archived-names.js';

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

/**
 * Archives in which a session's files can stand: its own, and of what sub-agents left in a worktree that of the session
 * that started them.
 */
export function archivePaths(folder: string, { sessionId, slug }: ArchiveOwner): string[] {
  return [slug, ...projectsAbove(slug)].map((project) => archivePath(folder, { sessionId, slug: project }));
}

/** When a session was looked at for its archive, without opening it; undefined when it has none. */
export function archivedAt(folder: string, session: ArchiveOwner): number | undefined {
  for (const path of archivePaths(folder, session)) {
    const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (time !== undefined) return time;
  }
  return undefined;
}
