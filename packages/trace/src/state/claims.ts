import { closeSync, existsSync, fstatSync, linkSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { isAlive, isLocked, type Lock, type LockOptions, makeLockFile, touchFile } from './lock.js';
import { removeFile } from './remove-file.js';
import { type SessionTaker, tryLockSession } from './session-lock.js';
import type { StateFiles } from './session-state.js';
import type { TraceFolder } from './trace-folder.js';

const FRESH_MS = 5000;

/**
 * A cheaper lock for callers that take many sessions, one after another. A normal lock makes a folder and a file for each
 * session, which costs 0.65 ms: half as long again as the rest of a backfill of 500 small sessions. A claim is a hard link
 * to one file that names its owner.
 *
 * Session locks check for claims, too (session-lock.ts). An existing claim is never taken over, only removed under the
 * session's lock, so two processes cannot both succeed a dead one.
 */
export class Claims implements SessionTaker {
  private readonly owners: string;
  /** Kept open, so that the inode number of a removed file is not reused while we compare with it. */
  private own: { file: string; fd: number; inode: bigint; touchedAt: number } | undefined;
  /** Not every file system has hard links. */
  private canLink = true;

  constructor(folder: TraceFolder) {
    this.owners = join(folder.claims, 'owners');
  }

  tryTake(files: StateFiles, options: LockOptions): Lock | undefined {
    const { claim, lock } = files;
    // Another process has claimed it, and may have died since.
    if (!this.claim(claim, options)) return tryLockSession(files, options);
    if (existsSync(lock) && isLocked(lock, options)) {
      removeFile(claim);
      return undefined;
    }
    const isHeld = () => this.isOurs(claim);
    return {
      isHeld,
      touch: () => touchFile(claim, options.now()),
      release: () => {
        if (isHeld()) removeFile(claim);
      },
    };
  }

  close(): void {
    if (!this.own) return;
    closeSync(this.own.fd);
    removeFile(this.own.file);
    this.own = undefined;
  }

  private claim(claim: string, options: LockOptions): boolean {
    if (!this.canLink) return false;
    const own = this.own ?? this.enter(options);
    if (!own) return false;
    // A claim has the age of its file. An old file would make a new claim look like that of a dead process.
    if (options.now() - own.touchedAt > FRESH_MS) {
      own.touchedAt = options.now();
      touchFile(own.file, own.touchedAt);
    }
    try {
      linkSync(own.file, claim);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') this.canLink = false;
      return false;
    }
  }

  private isOurs(claim: string): boolean {
    return this.own !== undefined && statSync(claim, { throwIfNoEntry: false, bigint: true })?.ino === this.own.inode;
  }

  private enter(options: LockOptions): typeof this.own {
    makeFolder(this.owners, 0o700);
    for (const name of readdirSync(this.owners)) {
      const file = join(this.owners, name);
      if (!isAlive(file, options)) removeFile(file);
    }
    const file = join(this.owners, `${process.pid}.${Math.random().toString(36).slice(2)}`);
    if (!makeLockFile(file)) return undefined;
    const fd = openSync(file, 'r');
    this.own = { file, fd, inode: fstatSync(fd, { bigint: true }).ino, touchedAt: options.now() };
    return this.own;
  }
}
