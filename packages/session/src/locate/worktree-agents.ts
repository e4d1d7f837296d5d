import type { SessionFile } from './list-project.js';

/** `/.claude/worktrees/`, as written in the name of a project folder. */
const WORKTREES = '--claude-worktrees-';

/** Whether a project folder belongs to a worktree that the client made for a sub-agent of another project. */
export function isWorktreeOf(slug: string, project: string): boolean {
  return slug.startsWith(`${project}${WORKTREES}`);
}

/** Returns the projects that a worktree's project folder may belong to, nearest first. */
export function projectsAbove(slug: string): string[] {
  const above: string[] = [];
  for (let at = slug.lastIndexOf(WORKTREES); at > 0; at = slug.lastIndexOf(WORKTREES, at - 1)) {
    above.push(slug.slice(0, at));
  }
  return above;
}

/**
 * Sub-agents that worked in a worktree of their own are in the worktree's project folder, under the id of the session
 * that started them. Moves them to that session. A sub-agent without such a session stays a session of its own.
 */
export function joinWorktreeAgents(sessions: SessionFile[]): SessionFile[] {
  const lost = sessions.filter((session) => !session.hasMain && projectsAbove(session.slug).length > 0);
  if (lost.length === 0) return sessions;
  const byPlace = new Map(sessions.map((session) => [placeOf(session.slug, session.sessionId), session]));
  const joined = new Map<SessionFile, SessionFile | undefined>();
  for (const each of lost) {
    const owner = projectsAbove(each.slug)
      .map((slug) => byPlace.get(placeOf(slug, each.sessionId)))
      .find((session) => session !== undefined);
    if (!owner) continue;
    const known = joined.get(owner) ?? owner;
    joined.set(owner, { ...known, agentFiles: [...known.agentFiles, ...each.agentFiles] });
    joined.set(each, undefined);
  }
  return sessions.flatMap((session) => (joined.has(session) ? (joined.get(session) ?? []) : session));
}

function placeOf(slug: string, sessionId: string): string {
  return `${slug}/${sessionId}`;
}
