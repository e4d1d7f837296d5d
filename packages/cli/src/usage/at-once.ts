import { configFolders } from '@unspool/session';
import { type GroupKind, type LockedFolder, quickSources, reportOf } from '@unspool/store';
import type { Io } from '../io.js';
import { requireDataFolder } from '../keep/usable-data-folder.js';
import { calendarOf } from './filters.js';
import { pricesOf } from './own-prices.js';
import { printReport } from './print-report.js';
import { readUsage } from './read-usage.js';
import { UsageHelper } from './usage-helper.js';

/**
 * The reports that are asked for most, of sessions that have no index: as the command gives them, without describing and
 * loading it first. It is bundled by itself, and so starts in half the time. Undefined where there is something to say
 * that is none of its business: the program says it.
 */
export async function usageAtOnce(kind: PlainReport, io: Io): Promise<number | undefined> {
  const helper = new UsageHelper();
  try {
    requireDataFolder('read', io);
    const prices = pricesOf(io);
    const locked: LockedFolder[] = [];
    const onFound = (size: number) => helper.expect(size);
    const sources = quickSources(configFolders(io.env, io.home), { onFound, locked });
    if (sources.length === 0 || locked.length > 0) return undefined;
    const found = await readUsage(sources, helper, io);
    const calendar = calendarOf(undefined);
    const report = reportOf(kind, found.days(prices, calendar), { prices, calendar, isWanted: () => true });
    return printReport(report, calendar, {}, io);
  } catch {
    // The program meets it again, and says it.
    return undefined;
  } finally {
    helper.dismiss();
  }
}

export type PlainReport = Extract<GroupKind, 'daily' | 'weekly' | 'monthly' | 'models'>;
