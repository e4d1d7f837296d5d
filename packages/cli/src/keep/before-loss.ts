import { databaseFile, hasStore } from '@unspool/store';
import { bringUpToDate, withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { pricesOf } from '../usage/own-prices.js';

/** Before lines go: what they used is noted in the ledger, where there is one. */
export async function noteUsage(io: Io): Promise<void> {
  if (!hasStore(databaseFile(io))) return;
  await withIndex(io, (database) => bringUpToDate(database, pricesOf(io), io));
}
