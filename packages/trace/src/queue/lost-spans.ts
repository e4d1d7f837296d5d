import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../state/json-file.js';
import { removeFile } from '../state/remove-file.js';
import { readListed } from './listed-spans.js';
import { keyOf, namesIn, type QueueFolders } from './queue-files.js';

/** Means all spans of a session: without a list, it is unknown what a file held. */
const ALL = '*';

/** Spans of one session that a queue lost. */
export interface LostSpans {
  spanIds: string[];
  /** It is unknown which spans; it may be any of the session. */
  isAll: boolean;
  names: string[];
}

/**
 * Records spans that a queue file should have held but did not, before the file is removed. The next export of the session
 * rebuilds them.
 */
export function noteLost({ lost }: QueueFolders, name: string, spanIds: readonly string[] | 'all'): void {
  const text = spanIds === 'all' ? ALL : spanIds.join('\n');
  inFolder(lost, () => writeFileSync(join(lost, name), text, { mode: 0o600 }));
}

/**
 * Records the loss of files that are listed but gone without having been sent. Requires the send lock: without it, a file
 * could be just about to be removed. `settledOf`: how many spans of a file were sent before it was lost.
 */
export function noteMissing(folders: QueueFolders, settledOf: (name: string) => number): number {
  // Read in the order in which files appear: staged, listed, then moved to the queue.
  const listed = namesIn(folders.listed);
  if (listed.length === 0) return 0;
  const there = new Set([...namesIn(folders.staging), ...namesIn(folders.queue)]);
  let count = 0;
  for (const name of listed) {
    if (there.has(name)) continue;
    const spans = readListed(join(folders.listed, name));
    const lost = spans?.slice(settledOf(name)).map(({ spanId }) => spanId) ?? 'all';
    if (lost.length > 0) noteLost(folders, name, lost);
    removeFile(join(folders.listed, name));
    count += lost === 'all' ? 1 : lost.length;
  }
  return count;
}

/** The sessions with lost spans. */
export function lostKeys({ lost }: Pick<QueueFolders, 'lost'>): Set<string> {
  return new Set(namesIn(lost).map(keyOf));
}

export function readLost({ lost }: QueueFolders, key: string): LostSpans | undefined {
  const names = namesIn(lost).filter((name) => keyOf(name) === key);
  if (names.length === 0) return undefined;
  const spanIds = names.flatMap((name) => readFileSync(join(lost, name), 'latin1').split('\n')).filter(Boolean);
  return { spanIds: spanIds.filter((id) => id !== ALL), isAll: spanIds.includes(ALL), names };
}

export function forgetLost({ lost }: QueueFolders, { names }: LostSpans): void {
  for (const name of names) removeFile(join(lost, name));
}
