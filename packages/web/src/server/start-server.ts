import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { FoldersOptions } from '@unspool/foreign';
import type { ConfigFolder } from '@unspool/session';
import { isCorrupt, Prices, parsePrices } from '@unspool/store';
import { OpenIndex } from '../list/open-index.js';
import { ReadableFiles } from '../list/readable-files.js';
import { SessionList } from '../list/session-list.js';
import { Events } from '../live/events.js';
import { FileWatch } from '../live/file-watch.js';
import { IndexKeeper } from '../live/index-keeper.js';
import { TeamAccess } from '../team/team-access.js';
import type { TeamPlaces } from '../thread/setting.js';
import { WorkerThreads } from '../thread/worker-threads.js';
import { appOf } from './app.js';
import { Assets } from './assets.js';
import { Keys } from './keys.js';

export interface ServerOptions {
  version: string;
  configs: readonly ConfigFolder[];
  /** Where sessions of other agents are, and which are wanted; without it, none are read. */
  foreign?: FoldersOptions;
  /** The folders that were searched, to be shown if there are no sessions. */
  folders: readonly string[];
  isSample: boolean;
  dataFolder: string;
  database: string;
  /** If absent, the team is not shown. */
  team?: TeamPlaces;
  /** The user's own prices.json, as text. */
  ownPrices: string | undefined;
  /** The built app. */
  appFolder: string | undefined;
  /** The entry script of the worker threads, which calls `runThread`. */
  threadScript: URL;
  /** Default: any free port. */
  port?: number;
  now?: () => number;
  onFault?: (error: unknown) => void;
}

export interface RunningServer {
  port: number;
  /** A link that gives access to one browser, and opens this page of the app. */
  newLink(page?: string): string;
  close(): Promise<void>;
}

/** Serves the app on loopback only. Rejects if the port is taken. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { configs, dataFolder, ownPrices, now = Date.now } = options;
  const database = await OpenIndex.open(options.database);
  const prices = ownPrices === undefined ? new Prices() : new Prices(parsePrices(ownPrices));
  const { team } = options;
  const setting = {
    database: options.database,
    dataFolder,
    configs: [...configs],
    foreign: options.foreign,
    ownPrices,
    ...(team && { team }),
  };
  const threads = new WorkerThreads(setting, options.threadScript);
  const events = new Events();
  const watch = new FileWatch(events);
  const list = new SessionList({ database, prices, configs, dataFolder, now });
  const files = new ReadableFiles(threads, dataFolder);
  const keeper = new IndexKeeper(threads, {
    onState: (index) => {
      events.tell({ type: 'index', index });
    },
    onChange: () => {
      list.forget();
      events.tell({ type: 'list' });
    },
    onUpdated: async () => {
      if (database.isCurrent) return false;
      await database.reopen();
      return true;
    },
  });
  const keys = new Keys();
  let port = 0;
  const app = appOf({
    ...options,
    database,
    prices,
    list,
    files,
    team: new TeamAccess(team?.dataFolder),
    threads,
    events,
    watch,
    keeper,
    keys,
    assets: new Assets(options.appFolder),
    port: () => port,
    now,
    onFault: (error) => {
      if (isCorrupt(error)) void database.renew().then(() => keeper.update(), options.onFault);
      options.onFault?.(error);
    },
  });
  const close = async () => {
    keeper.close();
    watch.close();
    files.close();
    await threads.close();
    database.close();
  };
  let server: Server;
  try {
    server = await listen(app.fetch, options.port ?? 0);
  } catch (error) {
    await close();
    throw error;
  }
  port = (server.address() as AddressInfo).port;
  threads.warm('read');
  keeper.start(() => events.count > 0);
  return {
    port,
    newLink: (page = '/') => {
      const [path, fragment] = page.split('#');
      const link = `http://127.0.0.1:${port}${path}?token=${keys.newLink(now())}`;
      return fragment === undefined ? link : `${link}#${fragment}`;
    },
    close: async () => {
      await closed(server);
      await close();
    },
  };
}

function listen(fetch: Parameters<typeof serve>[0]['fetch'], port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1' }, () => resolve(server)) as Server;
    server.once('error', reject);
  });
}

/** Event streams stay open until the server closes them. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
