import {
  blocksOf,
  type Calendar,
  type CauseKind,
  type GroupKind,
  newSum,
  type Prices,
  reportOf,
  type Usage,
  UsageTally,
} from '@unspool/store';
import { orFromFiles } from '../index/unwritable-index.js';
import { hasIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { blocksAsCsv } from './csv.js';
import { calendarOf, edgesOf, type FilterOptions, filterOf, isOfWholeDays } from './filters.js';
import { fromLedger } from './from-ledger.js';
import { blocksAsJson } from './json.js';
import { pricesOf } from './own-prices.js';
import { type PrintOptions, printReport } from './print-report.js';
import { blocksOnScreen } from './screen.js';

export interface UsageOptions extends FilterOptions, PrintOptions {}

const CAUSES: readonly string[] = ['tools', 'skills', 'sub-agents'] satisfies CauseKind[];
const REPORTS: readonly string[] = [
  'daily',
  'weekly',
  'monthly',
  'sessions',
  'projects',
  'models',
  'agents',
  ...CAUSES,
  'blocks',
];

/** Reports tokens and cost. */
export async function usage(kind: string, options: UsageOptions, io: Io): Promise<number> {
  if (!REPORTS.includes(kind)) {
    throw new UserError(`There is no report "${kind}".`, {
      hint: `Use one of: ${REPORTS.join(', ')}.`,
      isUsage: true,
    });
  }
  if (options.json && options.csv) throw new UserError('Give --json or --csv, not both.', { isUsage: true });
  const prices = pricesOf(io);
  const calendar = calendarOf(options.timezone);
  const isWanted = filterOf(options, calendar, io);
  if (CAUSES.includes(kind)) {
    const { causes } = await import('./causes.js');
    return printReport(await causes(kind as CauseKind, { prices, isWanted }, io), calendar, options, io);
  }
  const usages = await usagesOf(kind, { prices, calendar, options }, io);
  if (kind === 'blocks') {
    const wanted: Usage[] = [];
    const tally = new UsageTally();
    for (const each of usages) {
      if (!isWanted(each)) continue;
      tally.add(each);
      if (!each.isUnrecorded) wanted.push({ ...each });
    }
    const total = newSum();
    tally.addTo(total, prices);
    const blocks = blocksOf(wanted, prices, io.now);
    if (options.json) io.out(`${JSON.stringify(blocksAsJson(blocks, total, calendar.timeZone), null, 2)}\n`);
    else if (options.csv) io.out(blocksAsCsv(blocks));
    else io.out(blocksOnScreen(blocks, total, calendar, io));
    return 0;
  }
  return printReport(reportOf(kind as GroupKind, usages, { prices, calendar, isWanted }), calendar, options, io);
}

/** From the updated index if there is one, otherwise from the files. */
async function usagesOf(
  kind: string,
  { prices, calendar, options }: { prices: Prices; calendar: Calendar; options: UsageOptions },
  io: Io,
): Promise<Iterable<Usage>> {
  const isOfSome = options.project !== undefined || options.agent !== undefined;
  const showsSessions = kind === 'sessions' || kind === 'projects' || kind === 'agents' || isOfSome;
  const isByDay = kind !== 'blocks' && !showsSessions && !options.json && isOfWholeDays(options);
  const fromFiles = async (): Promise<Iterable<Usage>> => {
    const { scanned } = await import('./scanned.js');
    const mayBeEmpty = options.json === true;
    const found = scanned(io, { showsSessions: showsSessions || mayBeEmpty, mayBeEmpty });
    return isByDay ? found.days(prices, calendar) : found.usages(prices);
  };
  if (!hasIndex(io)) return fromFiles();
  const grain = kind === 'blocks' ? 'reply' : isByDay ? 'day' : { edges: edgesOf(options, io) };
  return orFromFiles<Iterable<Usage>>(() => fromLedger(grain, { prices, calendar }, io), fromFiles, io);
}
