import type { Role } from './roles.js';

/** What goes between the server and its threads. */
export interface Ask {
  ask: number;
  method: string;
  args: unknown[];
  /** The answer is wanted as bytes of JSON: it is only passed on, and bytes cost nothing to hand over. */
  isJson: boolean;
}

export type Answer =
  | { ask: number; kind: 'done'; result: unknown }
  | { ask: number; kind: 'failed'; status: FailureStatus | undefined; what: string; why?: string; hint?: string }
  | { ask: number; kind: 'news'; news: unknown };

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 500;

/** What a thread is told when it starts. */
export interface Start {
  role: Role;
  setting: Setting;
}

/** Where everything is; plain data, so that it can be sent. */
export interface Setting {
  database: string;
  /** Where Unspool keeps its own data: the journal of edits, the archive, labels. */
  dataFolder: string;
  configs: { folder: string; projects: string }[];
  /** The user's own prices.json, as text. */
  ownPrices: string | undefined;
}
