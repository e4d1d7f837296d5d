import type { ConfigFolder } from '@unspool/session';
import type { Database } from '../sqlite/database.js';
import type { Prices } from '../usage/prices.js';
import { fingerprintOf, listingOf } from './fingerprint.js';
import { readMeta, writeMeta } from './meta.js';
import { type FileStamp, sweep } from './sweep.js';

/** How all files stand now. */
export interface Look {
  stamps: FileStamp[];
  fingerprint: string;
  listing: string;
  /** The index has seen them so: there is nothing to read. */
  isKnown: boolean;
}

export interface LookOptions {
  prices: Prices;
  /** Sessions that stand only in the archive. */
  kept?: { stamp(): string };
}

/** Whether anything has changed since the index was brought up to date: the part of it that is needed every time. */
export function look(database: Database, configs: readonly ConfigFolder[], { prices, kept }: LookOptions): Look {
  const stamps = sweep(configs);
  const fingerprint = fingerprintOf(stamps) + (kept?.stamp() ?? '');
  const listing = listingOf(stamps);
  const isKnown =
    readMeta(database, 'fingerprint') === fingerprint &&
    readMeta(database, 'tiers') === prices.tiers &&
    readMeta(database, 'listing') === listing;
  return { stamps, fingerprint, listing, isKnown };
}

/** From now on files that stand so are known. */
export function noteSeen(database: Database, { fingerprint, listing }: Look): void {
  database.transaction(() => {
    writeMeta(database, 'fingerprint', fingerprint);
    // It is long, and an append does not change it.
    if (readMeta(database, 'listing') !== listing) writeMeta(database, 'listing', listing);
  });
}
