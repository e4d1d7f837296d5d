import type { Database, KeptFiles, Prices } from '@unspool/store';

/** What tools answer from. */
export interface Room {
  database: Database;
  /** For transcripts that are only in the archive. */
  kept: KeptFiles | undefined;
  /** The folder of the project that is worked on. */
  project: string;
  prices: Prices;
  now: number;
}
