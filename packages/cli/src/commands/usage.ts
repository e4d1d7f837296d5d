import { configFolders } from '@unspool/session';
import {
  blocksOf,
  type Calendar,
  type CauseKind,
  causesOf,
  type GroupKind,
  ledgerReplies,
  ledgerUsage,
  newSum,
  Pile,
  type Prices,
  quickSources,
  type Report,
  reportOf,
  type ScannedUsage,
  scanSources,
  scanUsage,
  sessionRef,
  type Usage,
} from '@unspool/store';
import type { Io } from '../io.js';
import { bringUpToDate, hasIndex, openIndex } from '../search/up-to-date.js';
import { allSessions, noSessions } from '../session/find.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';
import { reportAsCsv } from '../usage/csv.js';
import { calendarOf, type FilterOptions, filterOf } from '../usage/filters.js';
import { blocksAsJson, reportAsJson } from '../usage/json.js';
import { pricesOf } from '../usage/own-prices.js';
import { blocksOnScreen, reportOnScreen } from '../usage/screen.js';
import { UserError } from '../user-error.js';

export interface UsageOptions extends FilterOptions {
  json?: boolean;
  csv?: boolean;
}

const CAUSES: readonly string[] = ['tools', 'skills', 'agents'] satisfies CauseKind[];
const REPORTS: readonly string[] = [
  'daily',
  'weekly',
  'monthly',
  'sessions',
  'projects',
  'models',
  ...CAUSES,
  'blocks',
];

/** What was used and what it cost. */
export async function usage(kind: string, options: UsageOptions, io: Io): Promise<number> {
  if (!REPORTS.includes(kind)) {
    throw new UserError(`There is no report "${kind}".`, {
      hint: `Use one of: ${REPORTS.join(', ')}.`,
      isUsage: true,
    });
  }
  const prices = pricesOf(io);
  const calendar = calendarOf(options.timezone);
  const isWanted = filterOf(options, calendar, io);
  if (CAUSES.includes(kind)) {
    return print(causes(kind as CauseKind, prices, isWanted, io), calendar, options, io);
  }
  const usages = await usagesOf(kind, prices, options, io);
  if (kind === 'blocks') {
    const wanted: Usage[] = [];
    for (const each of usages) if (isWanted(each)) wanted.push({ ...each });
    const pile = new Pile();
    for (const each of wanted) pile.add(each);
    const total = newSum();
    pile.addTo(total, prices);
    const blocks = blocksOf(wanted, prices, io.now);
    io.out(
      options.json ? `${JSON.stringify(blocksAsJson(blocks, total), null, 2)}\n` : blocksOnScreen(blocks, total, io),
    );
    return 0;
  }
  return print(reportOf(kind as GroupKind, usages, { prices, calendar, isWanted }), calendar, options, io);
}

function print(report: Report, calendar: Calendar, options: UsageOptions, io: Io): number {
  if (options.json) io.out(`${JSON.stringify(reportAsJson(report, calendar.timeZone), null, 2)}\n`);
  else if (options.csv) io.out(reportAsCsv(report));
  else if (report.rows.length === 0) io.err('No usage fits.\n');
  else io.out(reportOnScreen(report, io));
  return 0;
}

/** What brought the tokens in stands in the transcripts: these reports read them whole. */
function causes(kind: CauseKind, prices: Prices, isWanted: (usage: Usage) => boolean, io: Io): Report {
  const { sessions } = allSessions(io);
  const progress = new Progress('Reading sessions', sessions.length, io);
  const report = causesOf(kind, sessions, sessionRef, { prices, isWanted, onSession: () => progress.step() });
  progress.clear();
  return report;
}

/** From the index where there is one, brought up to date; else from the files themselves. */
async function usagesOf(kind: string, prices: Prices, options: UsageOptions, io: Io): Promise<Iterable<Usage>> {
  if (!hasIndex(io)) return scanned(kind, options, io)(prices);
  const database = await openIndex(io);
  try {
    bringUpToDate(database, prices, io);
    // A block begins with a reply, to the minute: quarters of an hour would not do.
    return [...(kind === 'blocks' ? ledgerReplies(database) : ledgerUsage(database))];
  } finally {
    database.close();
  }
}

/** Reports that show no sessions need not know which sub-agent belongs to which: finding that out takes its time. */
function scanned(kind: string, options: UsageOptions, io: Io) {
  const showsSessions = kind === 'sessions' || kind === 'projects' || options.project !== undefined || options.json;
  if (!showsSessions) {
    const sources = quickSources(configFolders(io.env, io.home));
    if (sources.length === 0) throw noSessions(io);
    return usagesIn(sources.length, (step) => scanSources(sources, step), io);
  }
  const { sessions, problems } = allSessions(io);
  if (sessions.length === 0 && !options.json) throw noSessions(io);
  for (const problem of problems) io.err(`${safeLine(problem.path)}: ${safeLine(problem.message)}\n`);
  return usagesIn(sessions.length, (step) => scanUsage(sessions, step), io);
}

function usagesIn(count: number, scan: (step: () => void) => ScannedUsage, io: Io): ScannedUsage['usages'] {
  const progress = new Progress('Reading sessions', count, io);
  const result = scan(() => progress.step());
  progress.clear();
  for (const problem of result.problems) io.err(`${safeLine(problem.file)}: not read: ${safeLine(problem.message)}\n`);
  return result.usages;
}
