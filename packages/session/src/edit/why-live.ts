import { livenessOf } from '../write/liveness.js';
import type { Journal, JournalEntry } from './journal.js';

/** A file that was written within this time may be in use. */
const QUIET_MS = 60_000;

/** Why a session must not be touched now: somebody is at work on it. Empty when nobody is. */
export function whyLive(file: string, journal: Journal, now: number): string[] {
  // An edit of ours makes a file look busy: then only who has it open counts.
  const quietMs = journal.isOurs(file) ? Number.NEGATIVE_INFINITY : QUIET_MS;
  const { isLive, reasons } = livenessOf(file, { now, quietMs });
  return isLive ? reasons : [];
}

/** For lists: whether somebody wrote to it just now. Who has it open and is silent is not looked for. */
export function isJustWritten({ file, mtimeMs }: { file: string; mtimeMs: number }, journal: Journal, now: number) {
  return now - mtimeMs < QUIET_MS && !journal.isOurs(file);
}

/** The sessions that an undo would touch. */
export function sessionsOfEdit({ file, changes = [] }: JournalEntry): string[] {
  const left = changes.filter((each) => each.draft !== undefined && SESSION.test(each.file));
  return [...new Set([file, ...left.map((each) => each.file)])];
}

const SESSION = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/i;
