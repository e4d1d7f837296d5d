import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../state/json-file.js';
import { removeFile } from '../state/remove-file.js';
import { readListed } from './listed-spans.js';
import { keyOf, namesIn, type QueueFolders } from './queue-files.js';

/** Stands for all spans of a session: of a file without a list nobody knows what it held. */
const ALL = '*';

/** Spans of one session that a queue did not keep. */
export interface LostSpans {
  spanIds: string[];
  /** Which ones is not known: any of the session may be among them. */
  isAll: boolean;
  names: string[];
}

/**
 * Writes down what a queue file should have held and did not. It happens before the file is done with; who looks at
 * the session next makes the spans again.
 */
export function noteLost({ lost }: QueueFolders, name: string, spanIds: readonly string[] | 'all'): void {
  const text = spanIds === 'all' ? ALL : spanIds.join('\n');
  inFolder(lost, () => writeFileSync(join(lost, name), text, { mode: 0o600 }));
}

/**
 * Files that were listed and are gone, though nobody sent them. Only for who holds the lock of sending: others cannot
 * tell a file that is just being settled. `settledOf`: how many spans of a file were sent before it went.
 */
export function noteMissing(folders: QueueFolders, settledOf: (name: string) => number): number {
  // In this order: a file is staged, listed, and then moves on to the queue.
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

/** The sessions of which something was lost. */
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
