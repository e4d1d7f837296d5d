import { lstatSync, readlinkSync } from 'node:fs';
import { hashOfStart } from '../read/hash-of-start.js';

/** What is known of an original: the hash of its content, or where it leads if it was kept as a link. */
export interface KeptFacts {
  /** Entries of older versions may lack it. */
  sha256?: string | undefined;
  link?: string | undefined;
}

/** Returns what is wrong with an original kept for undo, as part of a sentence, or undefined if it is intact. */
export function damageOfKept(kept: string, { sha256, link }: KeptFacts): string | undefined {
  const problem = problemOf(kept, { sha256, link });
  return problem && `the original that was kept for undo is ${problem}. Restore ${kept} from a backup and try again`;
}

function problemOf(kept: string, { sha256, link }: KeptFacts): string | undefined {
  const stats = lstatSync(kept, { throwIfNoEntry: false });
  if (link !== undefined && stats?.isSymbolicLink()) {
    return readlinkSync(kept) === link ? undefined : 'damaged (its link leads elsewhere)';
  }
  // Any other link was put there by somebody else.
  if (!stats?.isFile()) return 'missing';
  return sha256 === undefined || hashOfStart(kept, stats.size) === sha256
    ? undefined
    : 'damaged (its checksum is wrong)';
}
