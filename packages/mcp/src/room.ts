import type { Database, KeptFiles, Prices } from '@unspool/store';

/** What tools need to answer. */
export interface Room {
  database: Database;
  /** Reads transcripts that are only in the archive. */
  kept: KeptFiles | undefined;
  /** The folder of the current project: the main checkout of its repository. */
  project: string;
  /** The folder in which the client works, for relative paths. */
  folder: string;
  prices: Prices;
  now: number;
}
