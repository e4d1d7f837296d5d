import type { ConfigFolder } from '@unspool/session';
import type { Database, Prices } from '@unspool/store';
import type { ReadableFiles } from '../list/readable-files.js';
import type { SessionList } from '../list/session-list.js';
import type { Events } from '../live/events.js';
import type { FileWatch } from '../live/file-watch.js';
import type { IndexKeeper } from '../live/index-keeper.js';
import type { TeamAccess } from '../team/team-access.js';
import type { WorkerThreads } from '../thread/worker-threads.js';
import type { Assets } from './assets.js';
import type { Keys } from './keys.js';

/** Everything a route may need. */
export interface Services {
  version: string;
  isSample: boolean;
  folders: readonly string[];
  configs: readonly ConfigFolder[];
  dataFolder: string;
  database: Database;
  prices: Prices;
  list: SessionList;
  files: ReadableFiles;
  team: TeamAccess;
  threads: WorkerThreads;
  events: Events;
  watch: FileWatch;
  keeper: IndexKeeper;
  keys: Keys;
  assets: Assets;
  port: () => number;
  now: () => number;
  /** Reports an internal error to the person who runs the server, not to the page. */
  onFault: (error: unknown) => void;
}
