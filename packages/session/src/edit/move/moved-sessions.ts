import type { MovedSession, MovePlan } from './plan-move.js';

/**
 * Returns the sessions of a move, each once. A session can have several entries, because sub-agents in worktrees have
 * project folders of their own.
 */
export function movedSessions({ sessions }: Pick<MovePlan, 'sessions'>): MovedSession[] {
  const byId = new Map<string, MovedSession>();
  for (const session of sessions) {
    const known = byId.get(session.sessionId);
    if (!known) byId.set(session.sessionId, session);
    else {
      const own = known.hasMain ? known : session;
      byId.set(session.sessionId, { ...own, agents: known.agents + session.agents });
    }
  }
  return [...byId.values()];
}

/** Counts the sessions of a move in words: "2 sessions", "1 session and what is left of 1 other". */
export function countOfMoved(plan: Pick<MovePlan, 'sessions'>): string {
  const sessions = movedSessions(plan);
  const whole = sessions.filter((session) => session.hasMain).length;
  const rest = sessions.length - whole;
  if (whole === 0) return `what is left of ${counted(rest, 'session')}`;
  return counted(whole, 'session') + (rest > 0 ? ` and what is left of ${counted(rest, 'other')}` : '');
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}
