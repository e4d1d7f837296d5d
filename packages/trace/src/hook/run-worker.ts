import { statSync } from 'node:fs';
import { senderOf } from '../otlp/resource.js';
import { type Drained, drain } from '../queue/drain.js';
import { publish, queueFolders, stagedKeys } from '../queue/queue-files.js';
import type { Ask } from '../sink/ask.js';
import type { RetryPolicy } from '../sink/deliver.js';
import { openSink } from '../sink/open-sink.js';
import type { Sink } from '../sink/sink.js';
import type { SinkConfig, TraceConfig } from '../sink/sink-config.js';
import { readExported } from '../state/exported-session.js';
import { forgetSession, openSessions, settleSession } from '../state/open-sessions.js';
import { tryLockSession } from '../state/session-lock.js';
import { stateFilesOf } from '../state/session-state.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { logError } from './error-log.js';
import { type ExportWorld, exportSession, isGone } from './export-session.js';
import { giveUpLost, lostSessions } from './reset-lost.js';
import { recoverPrevious } from './run-hook.js';
import { loadConfig, sinksOf } from './trace-config.js';
import { appendingSinks } from './waits-for-agents.js';

export interface WorkerWorld {
  folder: TraceFolder;
  env: { readonly [name: string]: string | undefined };
  now: () => number;
  openWith(config: TraceConfig): ExportWorld['open'];
  ask: Ask;
  retryPolicy: RetryPolicy;
  version: string;
  timeoutMs?: number;
  /** True once sending should stop. Requests in progress are finished. */
  isStopped?: () => boolean;
}

/** The background process of hooks: exports sessions that hooks left over, then sends. Never throws. */
export async function runWorker(world: WorkerWorld): Promise<void> {
  const { folder, now } = world;
  try {
    const config = loadConfig(folder);
    const sinks = sinksOf(config, world.env);
    const exporting = {
      folder,
      sinks: sinks.map((sink) => sink.name),
      appending: appendingSinks(sinks),
      open: world.openWith(config),
      now,
    };
    catchUp(sinks, exporting);
    await Promise.all(sinks.map((sink) => sendAll(sink, world)));
    // Sending detects what the queue has lost.
    const resetLost = sinks.filter(({ name }) => exportLost(name, exporting) > 0);
    await Promise.all(resetLost.map((sink) => sendAll(sink, world)));
  } catch (error) {
    logError(folder.errors, 'worker', error, now());
  }
}

export function sendAll(config: SinkConfig, world: WorkerWorld, isForced = false): Promise<Drained> {
  const { folder, now, retryPolicy, isStopped } = world;
  return drain(sinkOf(config, world), { folder, retryPolicy, now, isForced, ...(isStopped && { isStopped }) });
}

export function sinkOf(config: SinkConfig, { now, ask, version, timeoutMs }: WorkerWorld): Sink {
  const http = { sender: senderOf(version), ask, now, ...(timeoutMs !== undefined && { timeoutMs }) };
  return openSink(config, http);
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Exports sessions whose last event was lost, or came while another process was exporting them. A session counts as ended
 * after a quiet hour; if it continues after all, its last turn is completed then.
 */
function catchUp(sinks: readonly SinkConfig[], world: ExportWorld): void {
  const { folder, now } = world;
  for (const { name } of sinks) publishLeftOver(name, world);
  for (const { name } of sinks) exportLost(name, world);
  for (const session of openSessions(folder)) {
    const { file, isRecovered, pending } = session;
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) {
      forgetSession(folder, file);
      continue;
    }
    try {
      const quiet = now() - stats.mtimeMs;
      const event = quiet > HOUR ? { isEnded: true, isQuiet: true } : (pending ?? {});
      const exported = exportSession(file, event, world);
      if (exported.kind === 'busy') continue;
      const isDone = isRecovered || recoverPrevious(file, world);
      // An open turn may be closed later, once it is clear that nothing more comes.
      const isOpen = exported.kind === 'exported' && exported.isOpen;
      const isOver = quiet > DAY || (pending?.isEnded && !isOpen);
      settleSession(folder, session, isOver ? undefined : { file, isRecovered: isDone });
    } catch (error) {
      logError(folder.errors, file, error, now());
    }
  }
}

/** Rebuilds the spans that a queue has lost from the transcripts. Returns the number of sessions. */
function exportLost(sink: string, world: ExportWorld): number {
  const { folder, now } = world;
  let count = 0;
  for (const { key, state } of lostSessions(folder, sink)) {
    if (!state || isGone(state.file)) {
      const lost = giveUpLost(folder, sink, key);
      if (state)
        logError(folder.errors, state.file, `${lost} spans did not reach ${sink}, and the transcript is gone`, now());
      continue;
    }
    try {
      const isQuiet = now() - (statSync(state.file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > HOUR;
      exportSession(state.file, { isEnded: isQuiet || state.isEnded, isQuiet }, world);
      count++;
    } catch (error) {
      logError(folder.errors, state.file, error, now());
    }
  }
  return count;
}

/** Publishes spans of a process that died before it published them. */
function publishLeftOver(sink: string, { folder, now }: ExportWorld): void {
  for (const key of stagedKeys(folder.staging(sink))) {
    const files = stateFilesOf(folder, key);
    const lock = tryLockSession(files, { staleMs: 60_000, now });
    if (!lock) continue;
    try {
      const exported = readExported(files, sink);
      publish(queueFolders(folder, sink), key, exported?.state.batches ?? 0);
    } finally {
      lock.release();
    }
  }
}
