import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import type { SinkConfig } from '../sink/sink-config.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { forgetGiven } from './remove-sink.js';

/**
 * Sinks are known by their names, and `file` or `otlp` is soon given to another place. What the one has, the other has
 * not: then all that is known of it is forgotten. What waits in its queue stays, and goes to the new place. `shown` is
 * where it leads, for people.
 */
export function settleSink(folder: TraceFolder, sink: SinkConfig, shown = ''): { isMoved: boolean } {
  const isMoved = isSinkMoved(folder, sink);
  if (isMoved) forgetGiven(folder, sink.name);
  const file = folder.place(sink.name);
  makeFolder(dirname(file), 0o700);
  writeFileSync(file, shown === '' ? placeMark(sink) : `${placeMark(sink)}\n${shown}`, { mode: 0o600 });
  return { isMoved };
}

/** Whether a sink of this name led elsewhere when it was last used. */
export function isSinkMoved(folder: TraceFolder, sink: SinkConfig): boolean {
  try {
    return placeLines(folder, sink.name)[0] !== placeMark(sink);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Where a sink led when it was last used, also one that is not set up. */
export function shownPlace(folder: TraceFolder, sink: string): string | undefined {
  try {
    return placeLines(folder, sink)[1];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function placeLines(folder: TraceFolder, sink: string): string[] {
  return readFileSync(folder.place(sink), 'utf8').split('\n');
}

/** The same for sinks that lead to the same place. Another project of a backend has another key; none can be read here. */
export function placeMark(sink: SinkConfig): string {
  return createHash('sha256')
    .update(JSON.stringify(placeOf(sink)))
    .digest('hex')
    .slice(0, 32);
}

function placeOf(sink: SinkConfig): unknown[] {
  switch (sink.type) {
    case 'langfuse':
      return [sink.type, sink.host, sink.publicKey];
    case 'otlp':
      return [sink.type, sink.url, Object.entries(sink.headers).sort()];
    case 'file':
      return [sink.type, sink.path];
  }
}
