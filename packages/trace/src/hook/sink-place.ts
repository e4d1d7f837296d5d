import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import type { SinkConfig } from '../sink/sink-config.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { forgetExported } from './remove-sink.js';

/**
 * Records a sink's address. A name such as `file` or `otlp` is easily reused for another address, which then has nothing of
 * what the old one has; so the state of its sessions is forgotten. The queue stays and is sent to the new address. `shown`
 * is the address as messages show it.
 */
export function settleSink(folder: TraceFolder, sink: SinkConfig, shown = ''): { isMoved: boolean } {
  const isMoved = isSinkMoved(folder, sink);
  if (isMoved) forgetExported(folder, sink.name);
  const file = folder.place(sink.name);
  makeFolder(dirname(file), 0o700);
  writeFileSync(file, shown === '' ? placeMark(sink) : `${placeMark(sink)}\n${shown}`, { mode: 0o600 });
  return { isMoved };
}

/** Whether a sink of this name had another address when it was last used. */
export function isSinkMoved(folder: TraceFolder, sink: SinkConfig): boolean {
  try {
    return placeLines(folder, sink.name)[0] !== placeMark(sink);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The address of a sink when it was last used, even if it is no longer configured. */
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

/** A hash of a sink's address. Includes the key, since each project of a backend has its own; it cannot be read back. */
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
