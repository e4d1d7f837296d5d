import { existsSync } from 'node:fs';
import { isAlive, type Lock, type LockOptions, tryLock, waitFor } from './lock.js';
import { removeFile } from './remove-file.js';
import type { StateFiles } from './session-state.js';

/** Another way to take sessions, for who is at one after another. */
export interface SessionTaker {
  tryTake(files: StateFiles, options: LockOptions): Lock | undefined;
}

export interface SessionLockOptions extends LockOptions {
  waitMs: number;
  claims?: SessionTaker | undefined;
}

/** Waits for a session. Undefined when another process is at it for too long. */
export function waitForSession(files: StateFiles, options: SessionLockOptions): Lock | undefined {
  const { claims } = options;
  return waitFor(() => (claims ? claims.tryTake(files, options) : tryLockSession(files, options)), options);
}

/**
 * A session's lock, and nobody's claim on it. Who claims looks for the lock after that, and we for a claim after the
 * lock: at least one of two sees the other.
 */
export function tryLockSession(files: StateFiles, options: LockOptions): Lock | undefined {
  const lock = tryLock(files.lock, options);
  if (lock && isClaimed(files.claim, options)) {
    lock.release();
    return undefined;
  }
  return lock;
}

/** Only for who holds the session's lock. The claim of a dead process goes; if it only slept, it sees that. */
function isClaimed(claim: string, options: LockOptions): boolean {
  if (!existsSync(claim)) return false;
  if (isAlive(claim, options)) return true;
  removeFile(claim);
  return false;
}
