import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { SinkConfig } from '@unspool/trace';
import { UserError } from '../user-error.js';

/** Two sinks with one file would each write everything to it. */
export function refuseSameFile(sinks: readonly SinkConfig[], hint = 'Name it once.'): void {
  const seen = new Set<string>();
  for (const sink of sinks) {
    if (sink.type !== 'file') continue;
    const mark = fileMark(sink.path);
    if (seen.has(mark)) throw new UserError(`Two sinks write to the file ${sink.path}.`, { hint, isUsage: true });
    seen.add(mark);
  }
}

/** An identity that is the same for all names of a file, even if it does not exist yet. */
function fileMark(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    // An inaccessible path is reported when it is written to.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? placeOf(path) : path;
  }
}

/** Where a missing file would be created. Follows links, even broken ones. */
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
    // It does not exist, or is not a link.
    return undefined;
  }
}
