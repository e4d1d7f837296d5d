import { reportOf } from '@unspool/store';
import type { Io } from '../io.js';
import { isTimeToArchive } from '../keep/archive-time.js';
import { requireDataFolder } from '../keep/usable-data-folder.js';
import { UserError } from '../user-error.js';
import type { PlainReport } from './at-once.js';
import { calendarOf } from './filters.js';
import { fromLedger } from './from-ledger.js';
import { pricesOf } from './own-prices.js';
import { printReport } from './print-report.js';

/** As `usageAtOnce`, of sessions that have an index. Undefined where the program has more to do, or something to say. */
export async function indexedAtOnce(kind: PlainReport, io: Io): Promise<number | undefined> {
  if (isTimeToArchive(io)) return undefined;
  try {
    requireDataFolder('read', io);
    const prices = pricesOf(io);
    const calendar = calendarOf(undefined);
    const usages = await fromLedger('day', prices, calendar, io);
    return printReport(reportOf(kind, usages, { prices, calendar, isWanted: () => true }), calendar, {}, io);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
