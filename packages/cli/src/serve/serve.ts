import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { configFolders } from '@unspool/session';
import { configPaths } from '@unspool/session/locate';
import { databaseFile, dataFolder } from '@unspool/store';
import { type RunningServer, type ServerOptions, startServer } from '@unspool/web';
import { appLink } from '../blame/link.js';
import { noIndex } from '../index/no-index.js';
import type { Io } from '../io.js';
import { allSessions, findSession } from '../session/find.js';
import { copiesFolder, wantedAgents } from '../session/folders.js';
import { pricesOf } from '../usage/own-prices.js';
import { UserError } from '../user-error.js';
import { version } from '../version.js';
import { type Person, personAt } from './person.js';
import { layOutSamples, type SampleHome } from './sample-sessions.js';

export interface ServeOptions {
  port?: string;
  open?: boolean;
  /** Opens the app at this session. */
  session?: string;
  turn?: string;
}

/** Serves the app over the user's sessions until they stop it. */
export async function serve(options: ServeOptions, io: Io, person: Person = personAt(io)): Promise<number> {
  const port = portOf(options.port);
  const page = options.session === undefined ? '/' : pageOf(options.session, options.turn, io);
  // Report mistakes in the user's own prices here, not on a page.
  pricesOf(io);
  const samples = allSessions(io).sessions.length === 0 ? layOutSamples(io) : undefined;
  try {
    const server = await start({ ...settingOf(io, samples), ...(port !== undefined && { port }) }, io);
    announce(server.newLink(page), samples, io);
    if (options.open !== false && person.hasBrowser) person.open(server.newLink(page));
    await person.untilStopped(() => io.err(`New link: ${server.newLink(page)}\n`));
    await server.close();
    return 0;
  } finally {
    samples?.remove();
  }
}

function settingOf(io: Io, samples: SampleHome | undefined): ServerOptions {
  const env = samples ? { ...io.env, CLAUDE_CONFIG_DIR: samples.config } : io.env;
  const folder = samples?.dataFolder ?? dataFolder(io);
  return {
    version,
    configs: configFolders(env, io.home),
    ...(!samples && { foreign: { root: copiesFolder(io), place: placeOf(io), agents: wantedAgents(io) } }),
    folders: configPaths(io.env, io.home),
    isSample: samples !== undefined,
    dataFolder: folder,
    team: { dataFolder: dataFolder(io), home: io.home, env: projectEnv(io) },
    database: samples ? join(folder, 'unspool.db') : databaseFile(io),
    ownPrices: textOf(join(dataFolder(io), 'prices.json')),
    appFolder: builtApp(),
    threadScript: new URL('./web-worker.js', import.meta.url),
    onFault: (error) => io.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
  };
}

/** It is sent to a thread. */
function placeOf({ env, home, platform }: Io) {
  return { env: { ...env }, home, platform };
}

/** What names project folders. */
function projectEnv({ env }: Io): { [name: string]: string | undefined } {
  const { CLAUDE_CONFIG_DIR, CLAUDE_CODE_PROJECT_DIR_NAME } = env;
  return { CLAUDE_CONFIG_DIR, CLAUDE_CODE_PROJECT_DIR_NAME };
}

/**
 * Keeps the heaps of the server and its threads small. Reading a session of 200 MB to its end and searching it then takes
 * 55 MB above an idle server, and 125 MB without this flag (bench/browse.mjs); opening it takes a fifth more processor time.
 * It holds for the whole process, so it is not for the library to set.
 */
const SMALL_HEAPS = '--optimize-for-size';

async function start(options: ServerOptions, io: Io): Promise<RunningServer> {
  setFlagsFromString(SMALL_HEAPS);
  try {
    return await startServer(options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new UserError(`Port ${options.port} is taken.`, {
        hint: 'Choose another with --port, or leave out --port for any free one.',
      });
    }
    if (code === 'EACCES' && options.port !== undefined) {
      throw new UserError(`Port ${options.port} cannot be used.`, {
        why: message,
        hint: 'Use a port above 1023, or leave out --port.',
      });
    }
    throw noIndex(error, databaseFile(io)) ?? error;
  }
}

/** The app finds a session by its id. */
function pageOf(session: string, turn: string | undefined, io: Io): string {
  const id = basename(findSession(session, io), '.jsonl');
  if (turn === undefined) return `/s/${encodeURIComponent(id)}`;
  if (!/^\d+$/.test(turn)) throw new UserError(`"${turn}" is not the number of a turn.`, { isUsage: true });
  return appLink(id, Number(turn));
}

function announce(link: string, samples: SampleHome | undefined, io: Io): void {
  if (samples)
    io.err('You have no sessions yet, so the app shows samples. If yours are elsewhere, set CLAUDE_CONFIG_DIR.\n');
  io.out(`${link}\n`);
  io.err('The link works for one browser. ');
  io.err(io.columns === undefined ? 'Press Ctrl-C to stop.\n' : 'Press Enter for another link, Ctrl-C to stop.\n');
}

export function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UserError(`Cannot use "${text}" as a port.`, { hint: 'Use a number from 1024 to 65535.', isUsage: true });
}

/** Beside an installed command; in the workspace if it was only built. */
function builtApp(): string | undefined {
  const places = ['./app/', '../../web/dist/app/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return places.find((folder) => existsSync(join(folder, 'index.html')))?.replace(/[\\/]$/, '');
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
