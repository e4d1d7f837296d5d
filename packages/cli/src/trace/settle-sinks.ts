import { isSinkMoved, type SinkConfig, settleSink } from '@unspool/trace';
import type { Io } from '../io.js';
import { traceFolderOf } from './machine.js';
import { placeOf } from './sink-spec.js';

/** A sink with a new destination is a new sink. */
export function settled(sinks: readonly SinkConfig[], io: Io): readonly SinkConfig[] {
  for (const sink of sinks) {
    const { isMoved } = settleSink(traceFolderOf(io), sink, placeOf(sink));
    if (isMoved) io.err(`${sink.name} has a new destination: nothing counts as sent there yet.\n`);
  }
  return sinks;
}

/** To count what a new sink would get, nothing has to be forgotten. */
export function asIfNew(sinks: readonly SinkConfig[], io: Io): SinkConfig[] {
  const folder = traceFolderOf(io);
  return sinks.map((sink) => (isSinkMoved(folder, sink) ? { ...sink, name: `${sink.name}.new` } : sink));
}
