import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isSessionId, projectsAbove } from '@unspool/session/locate';
import type { ArchiveOwner } from './archived-names.js';

/**
 * The path of a session's archive. The name has the session's id and its project, since two projects can have a copy of
 * the same session. The config folder is not part of it, since home folders get renamed.
 */
export function archivePath(folder: string, { sessionId, slug }: ArchiveOwner): string {
  const id = isSessionId(sessionId) ? sessionId : 'session';
  const key = createHash('sha256').update(`${slug}\0${sessionId}`).digest('hex').slice(0, 16);
  return join(folder, `${id}.${key}.unspool`);
}

/** The name under which an archive is kept if its session was rewritten instead of continued. */
export function formerPath(path: string, takenAt: number): string {
  return path.replace(/\.unspool$/, `.${Math.floor(takenAt)}.former`);
}

/**
 * The archives that may have a session's files: its own, and for files of sub-agents in a worktree, that of the session that
 * started them.
 */
export function archivePaths(folder: string, { sessionId, slug }: ArchiveOwner): string[] {
  return [slug, ...projectsAbove(slug)].map((project) => archivePath(folder, { sessionId, slug: project }));
}

/** When a session was archived, without opening the archive; undefined if there is none. */
export function archivedAt(folder: string, session: ArchiveOwner): number | undefined {
  for (const path of archivePaths(folder, session)) {
    const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (time !== undefined) return time;
  }
  return undefined;
}
