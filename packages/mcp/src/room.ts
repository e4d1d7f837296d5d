import type { Database, KeptFiles, Prices } from '@unspool/store';

/** What the tools read from. */
export interface Room {
  database: Database;
  /** Reads transcripts that exist only in the archive. */
  kept: KeptFiles | undefined;
  /** The folder of the project that is worked on. */
  project: string;
  prices: Prices;
  now: number;
}
