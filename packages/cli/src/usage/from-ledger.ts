import { type Calendar, ledgerDays, ledgerReplies, ledgerUsage, type Prices, type Usage } from '@unspool/store';
import { bringUpToDate, withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';

/** How fine a report has to know usage: a block begins with a reply; else only what begins or ends a filter divides. */
export type Grain = 'reply' | 'day' | { edges: readonly number[] };

/** Usage from the index, as it is when everything new has been read. */
export async function fromLedger(
  grain: Grain,
  { prices, calendar }: { prices: Prices; calendar: Calendar },
  io: Io,
): Promise<Usage[]> {
  return withIndex(io, async (database) => {
    await bringUpToDate(database, prices, io);
    if (grain === 'day') return ledgerDays(database, calendar);
    return [...(grain === 'reply' ? ledgerReplies(database) : ledgerUsage(database, grain.edges))];
  });
}
