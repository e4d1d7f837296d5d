import { livenessOf } from '../write/liveness.js';
import type { Journal } from './journal.js';

/** Why a session must not be touched now: somebody is at work on it. Empty when nobody is. */
export function whyLive(file: string, journal: Journal, now: number): string[] {
  // An edit of ours makes a file look busy: then only who has it open counts.
  const options = journal.isOurs(file) ? { now, quietMs: Number.NEGATIVE_INFINITY } : { now };
  const { isLive, reasons } = livenessOf(file, options);
  return isLive ? reasons : [];
}
