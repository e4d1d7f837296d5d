import type { FoldersOptions } from '@unspool/foreign';

export type Role = 'read' | 'index' | 'work';

/** Where to put a session that is pulled from the team. */
export interface TeamPlaces {
  /** The user's own data folder, which holds the team membership, even while samples are shown. */
  dataFolder: string;
  home: string;
  /** The environment variables that set where project folders are. */
  env: { [name: string]: string | undefined };
}

/** Where everything is, as plain data that can be posted to a thread. */
export interface Setting {
  database: string;
  /** Where Unspool keeps its own data: the journal of edits, the archive, labels. */
  dataFolder: string;
  configs: { folder: string; projects: string }[];
  /** Where sessions of other agents are, and which are wanted; without it, none are read. */
  foreign?: FoldersOptions | undefined;
  /** The user's own prices.json, as text. */
  ownPrices: string | undefined;
  team?: TeamPlaces;
}
