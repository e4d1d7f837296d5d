import { type Calendar, type GroupKind, reportOf, type SessionRef, type Usage } from '@unspool/store';
import type { UsageRow } from '@unspool/team';
import type { Io } from '../io.js';
import { calendarOf, type FilterOptions, filterOf, momentOf } from '../usage/filters.js';
import { pricesOf } from '../usage/own-prices.js';
import { type PrintOptions, printReport } from '../usage/print-report.js';
import { UserError } from '../user-error.js';
import { asUser, joinedTeam } from './as-user.js';

const REPORTS: readonly string[] = ['daily', 'weekly', 'monthly', 'projects', 'models', 'people'];

/** What the team used, and what it cost at this machine's prices. */
export function usageShared(kind: string, options: FilterOptions & PrintOptions, io: Io): Promise<number> {
  if (!REPORTS.includes(kind)) {
    throw new UserError(`There is no report "${kind}" over a team.`, {
      hint: `Use one of: ${REPORTS.join(', ')}.`,
      isUsage: true,
    });
  }
  return asUser(async () => {
    const prices = pricesOf(io);
    const calendar = calendarOf(options.timezone);
    // Whole days are compared here, as in every report; moments by the service, which has the time of each reply.
    const { since, until, ...rest } = options;
    const days: FilterOptions = { ...rest };
    const question: { [name: string]: string } = { timeZone: calendar.timeZone };
    for (const [name, text] of [
      ['since', since],
      ['until', until],
    ] as const) {
      const moment = text === undefined ? undefined : momentOf(text, io);
      if (moment !== undefined) question[name] = String(moment);
      else if (text !== undefined) days[name] = text;
    }
    const rows = await joinedTeam(io).client.usage(question);
    const usages = usagesOf(rows, calendar);
    const isWanted = filterOf(days, calendar, io);
    return printReport(reportOf(kind as GroupKind, usages, { prices, calendar, isWanted }), calendar, options, io);
  });
}

function* usagesOf(rows: readonly UsageRow[], calendar: Calendar): Generator<Usage> {
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

/** A moment of this day in the calendar's time zone. */
function timeOn(day: string, calendar: Calendar): number {
  const start = Date.parse(`${day}T00:00:00Z`);
  for (const hours of [12, 0, 23]) if (calendar.day(start + hours * HOUR) === day) return start + hours * HOUR;
  return Number.NaN;
}
