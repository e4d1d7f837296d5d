import { existsSync } from 'node:fs';
import { isAlive, type Lock, type LockOptions, tryLock, waitFor } from './lock.js';
import { removeFile } from './remove-file.js';
import type { StateFiles } from './session-state.js';

/** Another way to lock sessions, for callers that process many (see claims.ts). */
export interface SessionTaker {
  tryTake(files: StateFiles, options: LockOptions): Lock | undefined;
}

export interface SessionLockOptions extends LockOptions {
  waitMs: number;
  claims?: SessionTaker | undefined;
}

/** Waits for a session's lock. Undefined on timeout. */
export function waitForSession(files: StateFiles, options: SessionLockOptions): Lock | undefined {
  const { claims } = options;
  return waitFor(() => (claims ? claims.tryTake(files, options) : tryLockSession(files, options)), options);
}

/**
 * Takes a session's lock if there is no claim on it. A claimer checks for the lock after claiming, and this checks for a
 * claim after locking, so at least one of them sees the other.
 */
export function tryLockSession(files: StateFiles, options: LockOptions): Lock | undefined {
  const lock = tryLock(files.lock, options);
  if (lock && isClaimed(files.claim, options)) {
    lock.release();
    return undefined;
  }
  return lock;
}

/** Requires the session's lock. Removes the claim of a dead process; if the process only slept, it notices. */
function isClaimed(claim: string, options: LockOptions): boolean {
  if (!existsSync(claim)) return false;
  if (isAlive(claim, options)) return true;
  removeFile(claim);
  return false;
}
