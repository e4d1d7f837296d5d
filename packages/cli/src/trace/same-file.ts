import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { SinkConfig } from '@unspool/trace';
import { UserError } from '../user-error.js';

/** Both would get everything into the same file, each as if it were alone. */
export function refuseSameFile(sinks: readonly SinkConfig[], hint = 'Name it once.'): void {
  const seen = new Set<string>();
  for (const sink of sinks) {
    if (sink.type !== 'file') continue;
    const mark = fileMark(sink.path);
    if (seen.has(mark)) throw new UserError(`Two sinks write to the file ${sink.path}.`, { hint, isUsage: true });
    seen.add(mark);
  }
}

/** The same for all names of a file, also for those of one that is not there yet. */
function fileMark(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    // What may not be looked at is told when it is written to.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? placeOf(path) : path;
  }
}

/** Where a missing file would be made: links on the way are followed, also one that leads to nothing yet. */
function placeOf(path: string): string {
  const link = attempt(() => readlinkSync(path));
  if (link !== undefined) return placeOf(resolve(dirname(path), link));
  const real = attempt(() => realpathSync(path));
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(placeOf(dirname(path)), basename(path));
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    // Nothing stands there, or no link.
    return undefined;
  }
}
