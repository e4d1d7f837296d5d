import { databaseFile, hasStore } from '@unspool/store';
import type { Io } from '../io.js';
import { bringUpToDate, withIndex } from '../search/up-to-date.js';
import { pricesOf } from '../usage/own-prices.js';

/** Before lines go: what they used is noted in the ledger, where there is one. */
export async function noteUsage(io: Io): Promise<void> {
  if (!hasStore(databaseFile(io))) return;
  await withIndex(io, (database) => bringUpToDate(database, pricesOf(io), io));
}
