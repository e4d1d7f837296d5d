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
  /** Opens sessions according to the configuration. */
  openWith(config: TraceConfig): ExportWorld['open'];
  /** Starts the background process that sends, and exports sessions that are too large for a hook. */
  startWorker(config: TraceConfig): void;
  /** A larger session is left to the worker. */
  mostBytes?: number;
}

const FLUSH_MS = 2000;
const LOCK_MS = 3000;
const MAX_BYTES = 8 * 1024 * 1024;

/** Runs a hook. Never throws: errors are logged for `status`, and the client continues. */
export function runHook(stdin: string, world: HookWorld): void {
  const { folder, now } = world;
  try {
    const event = parseHookEvent(stdin);
    if (typeof event === 'string') throw new Error(event);
    const config = loadConfig(folder);
    const sinks = sinksOf(config, world.env);
    if (sinks.length === 0) throw new Error('no sink is configured');
    const isLeft = exportFromHook(event, config, sinks, world) === 'left to the worker';
    if (isLeft || hasToSend(sinks, world)) world.startWorker(config);
  } catch (error) {
    logError(folder.errors, 'hook', error, now());
  }
}

function exportFromHook(event: HookEvent, config: TraceConfig, sinks: SinkConfig[], world: HookWorld) {
  const { folder, now } = world;
  const { transcript } = event;
  const stats = statSync(transcript, { throwIfNoEntry: false });
  // Reading from a pipe of that name could block forever.
  if (stats && !stats.isFile()) throw new Error(`${transcript} is not a file`);
  // The session is empty, or a sub-agent finished before the first line was on disk.
  if (!stats && event.name !== 'Stop') return 'done';
  // The client waits for this hook before it exits, and the user waits for the client.
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
    mostBytes: world.mostBytes ?? MAX_BYTES,
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

function knownOf({ name, transcript, lastMessage }: HookEvent, maxMs: number, world: HookWorld): SessionEvent {
  if (name !== 'Stop') return {};
  const { now, sleep } = world;
  return { isStopped: waitForReply(transcript, lastMessage, { now, sleep, maxMs }) };
}

/** Exports the sessions that this one continues, since they got no Stop event. False if one is left to the worker. */
export function recoverPrevious(file: string, world: ExportWorld): boolean {
  let isDone = true;
  for (const { file: previous, isOver } of previousSessions(file)) {
    if (exportSession(previous, isOver ? { isEnded: true } : {}, world).kind === 'busy') isDone = false;
    else if (isOver) forgetSession(world.folder, previous);
  }
  return isDone;
}

/** False while another process is sending, which will send the queued spans too, and in the pause after a failure. */
function hasToSend(sinks: readonly SinkConfig[], { folder, now }: HookWorld): boolean {
  return sinks.some(({ name }) => {
    // A listed file without a queue file was lost; the worker rebuilds its spans.
    if ([folder.queue(name), folder.listed(name)].every((place) => namesIn(place).length === 0)) return false;
    if ((readSinkRecord(folder.sinkFile(name)).retryAt ?? 0) > now()) return false;
    return !isLocked(sendLock(folder, name), { staleMs: 120_000, now });
  });
}
