import { closeSync, openSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isInUse, makeFolder, patiently, sleep } from '@unspool/session/write';
import { removeFile } from './remove-file.js';

export interface Lock {
  /** False if another process took the lock over because this one did not touch it for too long. */
  isHeld(): boolean;
  /** Shows that this process is alive. */
  touch(): void;
  release(): void;
}

/** For dry runs: locks nothing and writes nothing. */
export const NO_LOCK: Lock = { isHeld: () => true, touch: () => {}, release: () => {} };

export interface LockOptions {
  /** A holder that did not touch the lock for this long counts as dead, even if its process id is in use. */
  staleMs: number;
  now: () => number;
}

/**
 * A lock between processes on any platform: a folder with numbered files, created with O_EXCL. The highest number holds the
 * lock, unless its file was renamed to `<number>.free` or its process is gone; then the next number can be created.
 *
 * Files that may be held are never deleted. So of two processes that find the same dead holder only one succeeds: the slower
 * one finds that its number, or a higher one, exists.
 */
export function tryLock(folder: string, options: LockOptions): Lock | undefined {
  makeFolder(folder, 0o700);
  const latest = highest(generationsIn(folder));
  if (latest && !latest.isFree && isAlive(join(folder, latest.name), options)) return undefined;
  const own = (latest?.number ?? 0) + 1;
  const file = join(folder, String(own));
  if (!makeLockFile(file)) return undefined;
  const all = generationsIn(folder);
  if (all.some((each) => each.number > own || (each.number === own && each.isFree))) {
    removeFile(file);
    return undefined;
  }
  for (const each of all) if (each.number < own) removeFile(join(folder, each.name));
  return {
    isHeld: () => highest(generationsIn(folder))?.name === String(own),
    touch: () => touchFile(file, options.now()),
    release: () => release(file),
  };
}

/** Blocks until it gets the lock. Undefined on timeout. */
export function waitForLock(folder: string, options: LockOptions & { waitMs: number }): Lock | undefined {
  return waitFor(() => tryLock(folder, options), options);
}

export function waitFor(
  take: () => Lock | undefined,
  { now, waitMs }: Pick<LockOptions, 'now'> & { waitMs: number },
): Lock | undefined {
  const until = now() + waitMs;
  for (let pause = 2; ; pause = Math.min(pause * 2, 25)) {
    const lock = take();
    if (lock || now() >= until) return lock;
    // Random pauses, so that many waiting processes do not all try at once.
    sleep(pause * (0.5 + Math.random()));
  }
}

export function isLocked(folder: string, options: LockOptions): boolean {
  const latest = highest(generationsIn(folder));
  return latest !== undefined && !latest.isFree && isAlive(join(folder, latest.name), options);
}

interface Generation {
  name: string;
  number: number;
  isFree: boolean;
}

function generationsIn(folder: string): Generation[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names
    .filter((name) => /^\d+(\.free)?$/.test(name))
    .map((name) => ({ name, number: Number.parseInt(name, 10), isFree: name.endsWith('.free') }));
}

/** Of two with the same number the free one counts: the other was created too late and is about to be deleted. */
function highest(generations: readonly Generation[]): Generation | undefined {
  let most: Generation | undefined;
  for (const each of generations) {
    if (!most || each.number > most.number || (each.number === most.number && each.isFree)) most = each;
  }
  return most;
}

/** Creates the file and writes the owner into it. False if it exists. */
export function makeLockFile(file: string): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, JSON.stringify({ pid: process.pid, host: hostname() }));
    closeSync(fd);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Windows also reports this while a file of that name is being deleted.
    if (code === 'EEXIST' || isInUse(error)) return false;
    throw error;
  }
}

/** A lock file is empty between its creation and its first write. */
const EMPTY_FOR_MS = 1000;

/** Whether the process that created a lock file is alive and touched it recently. */
export function isAlive(file: string, { staleMs, now }: LockOptions): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    const age = now() - statSync(file).mtimeMs;
    if (age > staleMs) return false;
    return text === '' ? age < EMPTY_FOR_MS : !isOfDeadProcess(text);
  } catch (error) {
    // It was released meanwhile. On Windows, a file that is being written cannot be read.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

function isOfDeadProcess(text: string): boolean {
  const [, pid, host] = /^\{"pid":(\d+),"host":"(.*)"\}$/.exec(text) ?? [];
  // Incomplete, or from another machine on a shared disk: its age decides.
  if (pid === undefined || host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

export function touchFile(file: string, now: number): void {
  try {
    utimesSync(file, now / 1000, now / 1000);
  } catch (error) {
    // The next touch comes soon.
    if (!isInUse(error)) ignoreMissing(error);
  }
}

function release(file: string): void {
  try {
    patiently(() => renameSync(file, `${file}.free`));
  } catch (error) {
    ignoreMissing(error);
  }
}

/** Another process took the lock over and deleted our file. */
function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
