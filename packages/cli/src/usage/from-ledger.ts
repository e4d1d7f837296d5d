import {
  type Calendar,
  ledgerDays,
  ledgerReplies,
  ledgerUsage,
  type Prices,
  type Usage,
  unrecordedSessions,
} from '@unspool/store';
import { bringUpToDate, withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';

/** The resolution a report needs: a block begins with a reply; other reports are divided only by the filter's limits. */
export type Grain = 'reply' | 'day' | { edges: readonly number[] };

/** Usage from the index, after updating it. */
export async function fromLedger(
  grain: Grain,
  { prices, calendar }: { prices: Prices; calendar: Calendar },
  io: Io,
): Promise<Usage[]> {
  return withIndex(io, async (database) => {
    await bringUpToDate(database, prices, io);
    const unrecorded = unrecordedSessions(database);
    if (grain === 'day') return [...ledgerDays(database, calendar), ...unrecorded];
    return [...(grain === 'reply' ? ledgerReplies(database) : ledgerUsage(database, grain.edges)), ...unrecorded];
  });
}
