import { type GroupKind, reportOf } from '@unspool/store';
import { usagesOf } from '@unspool/team';
import type { Io } from '../io.js';
import { calendarOf, type FilterOptions, filterOf, momentOf } from '../usage/filters.js';
import { pricesOf } from '../usage/own-prices.js';
import { type PrintOptions, printReport } from '../usage/print-report.js';
import { UserError } from '../user-error.js';
import { asUser, joinedTeam } from './as-user.js';

const REPORTS: readonly string[] = ['daily', 'weekly', 'monthly', 'projects', 'models', 'people'];

/** Shows the team's usage, and its cost at this machine's prices. */
export function usageShared(kind: string, options: FilterOptions & PrintOptions, io: Io): Promise<number> {
  if (!REPORTS.includes(kind)) {
    throw new UserError(`There is no "${kind}" report for a team.`, {
      hint: `Use one of: ${REPORTS.join(', ')}.`,
      isUsage: true,
    });
  }
  return asUser(async () => {
    const prices = pricesOf(io);
    const calendar = calendarOf(options.timezone);
    // Whole days are filtered here, as in every report. Exact times are filtered by the service, which knows when each reply was sent.
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
