import type { FoldersOptions } from '@unspool/foreign';

export type Role = 'read' | 'index' | 'work';

/** Where everything is; plain data, so that it can be sent. */
export interface Setting {
  database: string;
  /** Where Unspool keeps its own data: the journal of edits, the archive, labels. */
  dataFolder: string;
  configs: { folder: string; projects: string }[];
  /** Where sessions of other agents are, and which are wanted; without it, none are read. */
  foreign?: FoldersOptions | undefined;
  /** The user's own prices.json, as text. */
  ownPrices: string | undefined;
}
