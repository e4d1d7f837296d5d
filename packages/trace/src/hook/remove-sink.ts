import { rmSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { SEND_STALE_MS, sendLock } from '../queue/drain.js';
import { queuedFiles } from '../queue/queue-files.js';
import { tryLock } from '../state/lock.js';
import { namesIn } from '../state/names-in.js';
import { packFiles } from '../state/state-pack.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { readConfig, SINK_NAME, writeConfig } from './trace-config.js';

export type RemovedSink =
  | { kind: 'removed' }
  /** Another process is sending to it. */
  | { kind: 'busy' }
  /** Some spans are not sent yet. */
  | { kind: 'waiting' };

/** Names of sinks with data on disk, in the configuration or not. */
export function sinksOnDisk(folder: TraceFolder): string[] {
  const names = new Set<string>();
  for (const parent of [folder.queue(''), folder.staging(''), folder.traces(''), folder.lost('')]) {
    for (const name of namesIn(parent)) names.add(name);
  }
  for (const name of namesIn(dirname(folder.sinkFile('')))) names.add(parse(name).name);
  // Other names are temporary files of killed processes, or not ours.
  return [...names].filter((name) => SINK_NAME.test(name)).sort();
}

/**
 * Removes a sink from the configuration and deletes its data: its queue, the state of each session, refused spans. A sink
 * added later under the same name is a new one and gets everything.
 */
export function removeSink(
  folder: TraceFolder,
  sink: string,
  { now, withQueue }: { now: () => number; withQueue: boolean },
): RemovedSink {
  const lock = tryLock(sendLock(folder, sink), { staleMs: SEND_STALE_MS, now });
  if (!lock) return { kind: 'busy' };
  try {
    if (!withQueue && queuedFiles(folder.queue(sink)).length > 0) return { kind: 'waiting' };
    // First, so that hooks that start from now on no longer use it.
    const config = readConfig(folder);
    if (config) writeConfig(folder, { ...config, sinks: config.sinks.filter(({ name }) => name !== sink) });
    forgetExported(folder, sink);
    const { staging, queue, rejected, place } = folder;
    for (const each of [staging, queue, rejected, place]) rmSync(each(sink), { recursive: true, force: true });
    return { kind: 'removed' };
  } finally {
    lock.release();
  }
}

/** Deletes what the sink has of each session, but not its address or its queue. A running sender may continue. */
export function forgetExported(folder: TraceFolder, sink: string): void {
  const endings = [`.${sink}.json`, `.${sink}.spans`];
  const states = namesIn(folder.state).filter((name) => endings.some((ending) => name.endsWith(ending)));
  for (const name of states) rmSync(join(folder.state, name), { force: true });
  for (const file of packFiles(folder.pack(sink))) rmSync(file, { force: true });
  for (const each of [folder.traces, folder.listed, folder.lost]) rmSync(each(sink), { recursive: true, force: true });
  rmSync(folder.sinkFile(sink), { force: true });
}
