import { databaseFile, hasStore } from '@unspool/store';
import { bringUpToDate, withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { pricesOf } from '../usage/own-prices.js';

/** Records in the ledger, if there is one, what lines used before they are removed. */
export async function noteUsage(io: Io): Promise<void> {
  if (!hasStore(databaseFile(io))) return;
  await withIndex(io, (database) => bringUpToDate(database, pricesOf(io), io));
}
