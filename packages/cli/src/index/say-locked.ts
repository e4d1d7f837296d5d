import type { LockedFolder } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';

/** Folders that may not be looked into, and links that lead nowhere: what they hold is missing from the answer. */
export function sayLocked(locked: readonly LockedFolder[], io: Io): void {
  for (const { folder, message } of locked) io.err(`${safeLine(folder)}: not read: ${safeLine(message)}\n`);
}
