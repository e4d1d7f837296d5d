import type { Calendar, SessionRef, Usage } from '@unspool/store';
import type { UsageRow } from '../contract/model.js';

/** Converts the team's rows to what reports count. One row's session is everything that one person used in one project. */
export function* usagesOf(rows: readonly UsageRow[], calendar: Calendar): Generator<Usage> {
  const sessions = new Map<string, SessionRef>();
  for (const { day, person, project, ...row } of rows) {
    const key = JSON.stringify([person, project]);
    let session = sessions.get(key);
    if (!session) {
      session = { sessionId: key, slug: project, cwd: () => project, repo: () => project, person };
      sessions.set(key, session);
    }
    yield { ...row, session, time: timeOn(day, calendar), isGone: false };
  }
}

const HOUR = 3_600_000;

/** A time on this day in the calendar's time zone. */
function timeOn(day: string, calendar: Calendar): number {
  const start = Date.parse(`${day}T00:00:00Z`);
  for (const hours of [12, 0, 23]) if (calendar.day(start + hours * HOUR) === day) return start + hours * HOUR;
  return Number.NaN;
}
