import { livenessOf } from '@unspool/session';
import { type ExportWorld, exportSession } from '../hook/export-session.js';
import { sendAll, type WorkerWorld } from '../hook/run-worker.js';
import type { Drained } from '../queue/drain.js';
import { queuedBytes } from '../queue/queue-files.js';
import type { SinkConfig, TraceConfig } from '../sink/sink-config.js';

export interface BackfillSession {
  file: string;
  mtimeMs: number;
}

export interface BackfillOptions {
  sessions: readonly BackfillSession[];
  sinks: readonly SinkConfig[];
  config: TraceConfig;
  isDry: boolean;
  onSession?: () => void;
}

export interface Backfilled {
  sessions: number;
  turns: number;
  /** Spans given to sinks, each counted once a sink. */
  spans: number;
  /** Sessions that another process was at, or that could not be read. */
  skipped: { file: string; reason: string }[];
  /** What became of each sink's queue. */
  sinks: SinkProgress[];
}

export interface SinkProgress {
  name: string;
  sent: number;
  rejected: number;
  /** Nothing more could be sent: what was left waits in the queue. */
  isStopped: boolean;
  reason?: string;
}

/** Sent whenever this much waits, so that neither disk nor memory fills up. */
const SEND_AT = 8 * 1024 * 1024;

/**
 * Gives sinks what they do not have yet of past sessions, the oldest first so that a fork comes after its origin. It can
 * be stopped and started again at any time. Stops early when no sink takes anything.
 */
export async function backfill(options: BackfillOptions, world: WorkerWorld): Promise<Backfilled> {
  const { sinks, config, isDry } = options;
  const result: Backfilled = { sessions: 0, turns: 0, spans: 0, skipped: [], sinks: [] };
  const exporting: ExportWorld = {
    folder: world.folder,
    sinks: sinks.map((sink) => sink.name),
    open: world.openWith(config),
    now: world.now,
    isDry,
  };
  for (const { file, mtimeMs } of [...options.sessions].sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    exportOne({ file, mtimeMs }, exporting, result);
    options.onSession?.();
    if (!isDry && isMuchWaiting(sinks, world)) {
      await send(sinks, world, result);
      if (result.sinks.every(({ isStopped }) => isStopped)) return result;
    }
  }
  if (!isDry) await send(sinks, world, result);
  return result;
}

/** Asking who holds a file open takes longer than reading most of them: it is asked only of what was used lately. */
const LATELY_MS = 24 * 3_600_000;

function exportOne({ file, mtimeMs }: BackfillSession, world: ExportWorld, result: Backfilled): void {
  try {
    const isLive = world.now() - mtimeMs < LATELY_MS && livenessOf(file, { now: world.now() }).isLive;
    const exported = exportSession(file, isLive ? {} : { isEnded: true, isQuiet: true }, world);
    if (exported.kind === 'busy') result.skipped.push({ file, reason: 'a hook is at it' });
    if (exported.kind !== 'exported') return;
    if (exported.isFull) result.skipped.push({ file, reason: 'the queue is full' });
    if (exported.turns > 0) result.sessions++;
    result.turns += exported.turns;
    result.spans += exported.queued;
  } catch (error) {
    result.skipped.push({ file, reason: error instanceof Error ? error.message : String(error) });
  }
}

function isMuchWaiting(sinks: readonly SinkConfig[], { folder }: WorkerWorld): boolean {
  return sinks.some(({ name }) => queuedBytes(folder.queue(name), SEND_AT) >= SEND_AT);
}

async function send(sinks: readonly SinkConfig[], world: WorkerWorld, result: Backfilled): Promise<void> {
  result.sinks = await Promise.all(
    sinks.map(async (sink) => {
      const before = result.sinks.find(({ name }) => name === sink.name);
      return progressAfter(
        before ?? { name: sink.name, sent: 0, rejected: 0, isStopped: false },
        await sendAll(sink, world, true),
      );
    }),
  );
}

function progressAfter({ name, sent, rejected }: SinkProgress, drained: Drained): SinkProgress {
  switch (drained.kind) {
    case 'empty':
      return { name, sent: sent + drained.sent, rejected: rejected + drained.rejected, isStopped: false };
    case 'stopped': {
      const { reason } = drained;
      return { name, sent: sent + drained.sent, rejected: rejected + drained.rejected, isStopped: true, reason };
    }
    default:
      return { name, sent, rejected, isStopped: false, reason: 'another process is sending' };
  }
}
