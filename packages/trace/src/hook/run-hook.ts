import { existsSync, statSync } from 'node:fs';
import { sendLock } from '../queue/drain.js';
import { namesIn } from '../queue/queue-files.js';
import { readSinkRecord } from '../queue/sink-record.js';
import type { SinkConfig, TraceConfig } from '../sink/sink-config.js';
import { isLocked } from '../state/lock.js';
import { forgetSession, readOpenSession, rememberEnd, rememberSession, settleSession } from '../state/open-sessions.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { logError } from './error-log.js';
import { type ExportWorld, exportSession, type SessionEvent } from './export-session.js';
import { waitForReply } from './flush-race.js';
import { type HookEvent, parseHookEvent } from './hook-event.js';
import { previousSessions } from './previous-sessions.js';
import { loadConfig, sinksOf } from './trace-config.js';
import { appendingSinks } from './waits-for-agents.js';

export interface HookWorld {
  folder: TraceFolder;
  env: { readonly [name: string]: string | undefined };
  now: () => number;
  sleep: (ms: number) => void;
  /** Opens sessions as the configuration says. */
  openWith(config: TraceConfig): ExportWorld['open'];
  /** Starts what goes on without us: sending, and sessions that are too large to be read here. */
  startWorker(config: TraceConfig): void;
  /** A larger session is left to the worker. */
  mostBytes?: number;
}

const FLUSH_MS = 2000;
const LOCK_MS = 3000;
const MOST_BYTES = 8 * 1024 * 1024;

/** What a hook does. It never throws: what goes wrong is written down for `status`, and the client goes on. */
export function runHook(stdin: string, world: HookWorld): void {
  const { folder, now } = world;
  try {
    const event = parseHookEvent(stdin);
    if (typeof event === 'string') throw new Error(event);
    const config = loadConfig(folder);
    const sinks = sinksOf(config, world.env);
    if (sinks.length === 0) throw new Error('no sink is configured');
    const isLeft = giveSession(event, config, sinks, world) === 'left to the worker';
    if (isLeft || hasToSend(sinks, world)) world.startWorker(config);
  } catch (error) {
    logError(folder.errors, 'hook', error, now());
  }
}

function giveSession(event: HookEvent, config: TraceConfig, sinks: SinkConfig[], world: HookWorld) {
  const { folder, now } = world;
  const { transcript } = event;
  const stats = statSync(transcript, { throwIfNoEntry: false });
  // Whoever reads from a pipe of that name waits for ever.
  if (stats && !stats.isFile()) throw new Error(`${transcript} is no file`);
  // Nothing was said in it, or a sub-agent was done before the first line is on disk.
  if (!stats && event.name !== 'Stop') return 'done';
  // The client waits for this hook before it ends, and a person for the client.
  if (event.name === 'SessionEnd') {
    rememberEnd(folder, transcript, now());
    return 'left to the worker';
  }
  const known = readOpenSession(folder, transcript) ?? { file: transcript, isRecovered: false };
  rememberSession(folder, known);
  const what = knownOf(event, Math.min(FLUSH_MS, config.flushMs ?? FLUSH_MS), world);
  if (!existsSync(transcript)) {
    forgetSession(folder, transcript);
    throw new Error(`there is no ${transcript}`);
  }
  const exporting: ExportWorld = {
    folder,
    sinks: sinks.map((sink) => sink.name),
    appending: appendingSinks(sinks),
    open: world.openWith(config),
    now,
    lockMs: LOCK_MS,
    mostBytes: world.mostBytes ?? MOST_BYTES,
  };
  const exported = exportSession(transcript, what, exporting);
  if (exported.kind === 'busy') {
    rememberSession(folder, { file: transcript, isRecovered: known.isRecovered, pending: what });
    return 'left to the worker';
  }
  const isRecovered = known.isRecovered || recoverPrevious(transcript, exporting);
  settleSession(folder, known, { file: transcript, isRecovered });
  return isRecovered ? 'done' : 'left to the worker';
}

function knownOf({ name, transcript, lastMessage }: HookEvent, mostMs: number, world: HookWorld): SessionEvent {
  if (name !== 'Stop') return {};
  const { now, sleep } = world;
  return { isStopped: waitForReply(transcript, lastMessage, { now, sleep, mostMs }) };
}

/** Sessions that this one came out of, for which no Stop came. False when one of them is left to who has more time. */
export function recoverPrevious(file: string, world: ExportWorld): boolean {
  let isDone = true;
  for (const { file: previous, isOver } of previousSessions(file)) {
    if (exportSession(previous, isOver ? { isEnded: true } : {}, world).kind === 'busy') isDone = false;
    else if (isOver) forgetSession(world.folder, previous);
  }
  return isDone;
}

/** Somebody who is at it already sees what was queued; after a failure there is a pause. */
function hasToSend(sinks: readonly SinkConfig[], { folder, now }: HookWorld): boolean {
  return sinks.some(({ name }) => {
    // What is listed and not there was lost: the worker sees to it.
    if ([folder.queue(name), folder.listed(name)].every((place) => namesIn(place).length === 0)) return false;
    if ((readSinkRecord(folder.sinkFile(name)).retryAt ?? 0) > now()) return false;
    return !isLocked(sendLock(folder, name), { staleMs: 120_000, now });
  });
}
