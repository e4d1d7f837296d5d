import { type ExportWorld, isGone } from '../hook/export-session.js';
import { giveUpLost, lostSessions } from '../hook/reset-lost.js';
import type { WorkerWorld } from '../hook/run-worker.js';
import type { SinkConfig, TraceConfig } from '../sink/sink-config.js';
import { Claims } from '../state/claims.js';
import type { TraceFolder } from '../state/trace-folder.js';
import type { BackfillSession } from './session-events.js';
import { type BackfillCounts, SessionExporter } from './session-exporter.js';
import { SinkOutlets, type SinkProgress } from './sink-outlets.js';

export interface BackfillOptions {
  sessions: readonly BackfillSession[];
  sinks: readonly SinkConfig[];
  config: TraceConfig;
  isDry: boolean;
  onSession?: () => void;
}

export interface Backfilled extends BackfillCounts {
  /** The result for each sink. */
  sinks: SinkProgress[];
}

/**
 * Sends past sessions to sinks, except what they already have. Oldest first, so that a fork comes after its origin. Can be
 * stopped and started again at any time. Stops early if no sink accepts anything.
 */
export async function backfill(options: BackfillOptions, world: WorkerWorld): Promise<Backfilled> {
  const { config, isDry, onSession } = options;
  const { folder, now, isStopped = () => false } = world;
  const result: Backfilled = { sessions: 0, turns: 0, spans: 0, open: 0, skipped: [], unread: [], sinks: [] };
  const ways = new SinkOutlets(options.sinks, world);
  const sinks = options.sinks.map((sink) => sink.name);
  const claims = new Claims(folder);
  const { outlets, pending } = ways;
  const exporting: ExportWorld = { folder, sinks, open: world.openWith(config), now, isDry, outlets, pending, claims };
  const exporter = new SessionExporter(exporting, ways, result, isStopped);
  if (!isDry) await ways.open();
  let heardAt = now();
  try {
    for (const session of [...options.sessions].sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      await exporter.export(session);
      onSession?.();
      if (now() - heardAt > HEAR_MS) {
        // Signals such as Ctrl-C arrive only when the event loop turns.
        await new Promise(setImmediate);
        heardAt = now();
      }
      if (isStopped()) break;
      if (!isDry && ways.isMuchWaiting()) {
        await exporter.flush();
        if (!(await ways.drain())) break;
      }
    }
    await exporter.flush();
  } finally {
    exporter.release();
    claims.close();
    ways.close();
  }
  if (!isDry && !isStopped()) {
    result.sinks = await ways.finish();
    for (const sink of sinks) result.skipped.push(...stillLost(folder, sink));
  }
  return result;
}

/** Lost spans that this backfill did not rebuild. */
function stillLost(folder: TraceFolder, sink: string): Backfilled['skipped'] {
  return lostSessions(folder, sink).flatMap(({ key, state }) => {
    const isThere = state && !isGone(state.file);
    const spans = isThere ? 0 : giveUpLost(folder, sink, key);
    if (!state) return [];
    const reason = isThere
      ? `spans of it were lost from the queue of ${sink}; a backfill of all sessions sends them again`
      : `${spans} spans were lost from the queue of ${sink}, and the transcript is gone`;
    return [{ file: state.file, reason }];
  });
}

const HEAR_MS = 50;
