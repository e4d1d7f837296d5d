import type { ConfigFolder } from '@unspool/session';
import type { Database, Prices } from '@unspool/store';
import type { ReadableFiles } from '../list/readable-files.js';
import type { SessionList } from '../list/session-list.js';
import type { Events } from '../live/events.js';
import type { FileWatch } from '../live/file-watch.js';
import type { IndexKeeper } from '../live/index-keeper.js';
import type { TeamDoor } from '../team/team-door.js';
import type { Crew } from '../thread/crew.js';
import type { Assets } from './assets.js';
import type { Keys } from './keys.js';

/** Everything a route may need. */
export interface Place {
  version: string;
  isSample: boolean;
  folders: readonly string[];
  configs: readonly ConfigFolder[];
  dataFolder: string;
  database: Database;
  prices: Prices;
  list: SessionList;
  files: ReadableFiles;
  team: TeamDoor;
  crew: Crew;
  events: Events;
  watch: FileWatch;
  keeper: IndexKeeper;
  keys: Keys;
  assets: Assets;
  port: () => number;
  now: () => number;
  /** Reports a bug of ours to whoever runs the server, not to the page. */
  onFault: (error: unknown) => void;
}
