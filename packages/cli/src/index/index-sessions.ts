import {
  type Database,
  databaseFile,
  forgetIndex,
  forgetSeen,
  type IndexResult,
  indexFacts,
  type Prices,
  refuseDamaged,
} from '@unspool/store';
import type { Io } from '../io.js';
import { isTimeToArchive } from '../keep/archive-time.js';
import { archiveDue, archivedLine } from '../keep/automatic.js';
import { keptFiles } from '../keep/kept-files.js';
import type { ArchiveStep } from '../keep/run-archive.js';
import { plural, shortDuration, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { type StopSign, stoppable } from '../terminal/stop-sign.js';
import { pricesOf } from '../usage/own-prices.js';
import { bringUpToDate, withIndex } from './up-to-date.js';

export interface IndexOptions {
  rebuild?: boolean;
  watch?: boolean;
  /** False with --no-archive. */
  archive?: boolean;
  json?: boolean;
  afterTurn?: boolean;
}

/** Updates the index. If it is interrupted, finished work is kept. */
export async function indexSessions(options: IndexOptions, io: Io): Promise<number> {
  const run = () => stoppable(io, (stop) => index(options, stop, io));
  return options.afterTurn ? (await import('./after-turn.js')).afterTurn(io, run) : run();
}

async function index(options: IndexOptions, stop: StopSign, io: Io): Promise<number> {
  const prices = pricesOf(io);
  const work = async (database: Database) => {
    if (options.rebuild) {
      refuseDamaged(database);
      forgetIndex(database);
    } else forgetSeen(database);
    const started = performance.now();
    const result = await bringUpToDate(database, prices, io, { stop });
    await stop.check(() => `${ALL_THERE}; nothing was archived.`);
    result.problems.push(...reportUnread(database, io));
    const facts = { ...indexFacts(database), file: databaseFile(io) };
    const ms = Math.round(performance.now() - started);
    const kept = options.archive === false ? undefined : await archiveDue(io, (step) => beforeSession(step, stop));
    stop.ignore();
    const archived = kept?.archived.length ?? 0;
    if (options.json) io.out(`${JSON.stringify({ ...result, ...facts, ms, archived }, null, 2)}\n`);
    else {
      const gone = result.gone > 0 ? `, ${plural(result.gone, 'file')} gone` : '';
      io.out(
        `${plural(result.changed, 'file')} read (${shortSize(result.bytesRead)})${gone} in ${shortDuration(ms)}\n` +
          `${plural(facts.sessions, 'session')}, ${plural(facts.replies, 'reply', 'replies')}, ${plural(facts.texts, 'text')} in ${facts.file}\n`,
      );
    }
    if (kept && archived > 0) io.err(`${archivedLine(kept)}\n`);
    if (options.watch) await watch(database, { prices, options, started }, io);
    return 0;
  };
  return withIndex(io, work, { isEndedByHand: true });
}

interface Watch {
  prices: Prices;
  options: IndexOptions;
  /** On the clock of `performance`. */
  started: number;
}

/** Goes on until the command is stopped. */
async function watch(database: Database, { prices, options, started }: Watch, io: Io): Promise<never> {
  const calm = printingOnce(io);
  for (let pushedAt = Number.NEGATIVE_INFINITY; ; ) {
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    const { changed, bytesRead, gone } = await bringUpToDate(database, prices, calm);
    if (changed + gone > 0 && !options.json) io.out(`${plural(changed, 'file')} read (${shortSize(bytesRead)})\n`);
    const later = { ...io, now: Math.round(io.now + performance.now() - started) };
    if (changed > 0 || later.now - pushedAt > PUSH_AGAIN_MS) {
      pushedAt = later.now;
      void pushInBackground({ ...later, err: calm.err });
    }
    if (options.archive !== false && isTimeToArchive(later)) await archiveDue(later);
  }
}

const ALL_THERE = 'All files are in the index';

/** A large session takes long. Ctrl-C does not wait for it; incomplete files are cleaned up later. */
async function beforeSession(step: ArchiveStep & { due: number }, stop: StopSign): Promise<void> {
  await stop.check(() => `${ALL_THERE}; ${step.archived} of ${plural(step.due, 'session')} were archived.`);
  if (step.size > LONG_TO_ARCHIVE) stop.ignore();
  else stop.watch();
}

const LONG_TO_ARCHIVE = 32 * 1024 * 1024;

/** Sessions that exist only in these archives are missing from the index. */
function reportUnread(database: Database, io: Io): IndexResult['problems'] {
  const unread = keptFiles(database, io).unread();
  for (const { file, message } of unread) io.err(`${safeLine(file)}: not read: ${safeLine(message)}\n`);
  return [...unread];
}

/** A file that still cannot be read is reported only once. */
function printingOnce(io: Io): Io {
  const printed = new Set<string>();
  const err = (text: string) => {
    const isProgress = text.startsWith('\r');
    if (!isProgress && printed.has(text)) return;
    if (!isProgress) printed.add(text);
    io.err(text);
  };
  return { ...io, err };
}

/** Sends what is shared with the team. The index does not wait for the network. */
async function pushInBackground(io: Io): Promise<void> {
  try {
    await (await import('../team/push-quietly.js')).pushQuietly(io);
  } catch (error) {
    io.err(`Nothing was pushed to the team: ${safeLine(error instanceof Error ? error.message : String(error))}\n`);
  }
}

/** After a failure, sending is retried within this time. */
const PUSH_AGAIN_MS = 60_000;
/** Checking the modification times of thousands of files takes a few hundredths of this. */
const WATCH_MS = 2000;
