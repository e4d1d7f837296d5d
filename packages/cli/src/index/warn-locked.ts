import type { LockedFolder } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';

/** Reports folders that cannot be read and broken links: their sessions are missing from the answer. */
export function warnLocked(locked: readonly LockedFolder[], io: Io): void {
  for (const { folder, message } of locked) io.err(`${safeLine(folder)}: not read: ${safeLine(message)}\n`);
}
