import { lstatSync } from 'node:fs';
import { hashOfStart } from '../read/hash-of-start.js';

/**
 * Returns what is wrong with an original kept for undo, as part of a sentence, or undefined if it is intact. Entries of
 * older versions may lack the hash.
 */
export function damageOfKept(kept: string, sha256: string | undefined): string | undefined {
  const stats = lstatSync(kept, { throwIfNoEntry: false });
  // A link has no content of its own.
  if (stats?.isSymbolicLink()) return undefined;
  if (!stats?.isFile()) {
    return `the original that was kept for undo is missing. Restore ${kept} from a backup and try again`;
  }
  if (sha256 === undefined || hashOfStart(kept, stats.size) === sha256) return undefined;
  return `the original that was kept for undo is damaged (its checksum is wrong). Restore ${kept} from a backup and try again`;
}
