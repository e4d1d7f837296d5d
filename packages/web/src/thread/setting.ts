import type { FoldersOptions } from '@unspool/foreign';

export type Role = 'read' | 'index' | 'work';

/** What a session needs that arrives from the team. */
export interface TeamPlaces {
  /** The person's own data folder, which knows their team, also while samples are shown. */
  dataFolder: string;
  home: string;
  /** Of the environment, what names project folders. */
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
