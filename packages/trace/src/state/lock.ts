import { closeSync, openSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isInUse, makeFolder, patiently, sleep } from '@unspool/session/write';
import { removeFile } from './remove-file.js';

export interface Lock {
  /** False when another took it over because we were silent for too long. */
  isHeld(): boolean;
  /** Says that we still live. */
  touch(): void;
  release(): void;
}

/** For who only looks: it writes nothing, and keeps nobody away. */
export const NO_LOCK: Lock = { isHeld: () => true, touch: () => {}, release: () => {} };

export interface LockOptions {
  /** A holder that was silent for so long is taken for dead even if its process number is in use. */
  staleMs: number;
  now: () => number;
}

/**
 * A lock between processes, on any platform: a folder with numbered files, made with O_EXCL. The highest number holds
 * it, unless it was renamed to `<number>.free` or its process is gone; then the next number is up for grabs.
 *
 * Nothing that may be held is ever deleted, so that two who find the same dead holder cannot both take its place: the
 * slower one finds that its number was made before, or a higher one.
 */
export function tryLock(folder: string, options: LockOptions): Lock | undefined {
  makeFolder(folder, 0o700);
  const latest = highest(generationsIn(folder));
  if (latest && !latest.isFree && isAlive(join(folder, latest.name), options)) return undefined;
  const mine = (latest?.number ?? 0) + 1;
  const file = join(folder, String(mine));
  if (!makeLockFile(file)) return undefined;
  const all = generationsIn(folder);
  if (all.some((each) => each.number > mine || (each.number === mine && each.isFree))) {
    removeFile(file);
    return undefined;
  }
  for (const each of all) if (each.number < mine) removeFile(join(folder, each.name));
  return {
    isHeld: () => highest(generationsIn(folder))?.name === String(mine),
    touch: () => touchFile(file, options.now()),
    release: () => release(file),
  };
}

/** Waits for a lock and does nothing else meanwhile. Undefined when it could not be had in time. */
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
    // Unequal pauses, so that many who wait do not all come at once.
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

/** Of two with the same number the free one counts: the other was made too late and is about to go. */
function highest(generations: readonly Generation[]): Generation | undefined {
  let most: Generation | undefined;
  for (const each of generations) {
    if (!most || each.number > most.number || (each.number === most.number && each.isFree)) most = each;
  }
  return most;
}

/** Says whose it is. False when it is there already. */
export function makeLockFile(file: string): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, JSON.stringify({ pid: process.pid, host: hostname() }));
    closeSync(fd);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // So Windows answers while a file of that name is on its way out, too.
    if (code === 'EEXIST' || isInUse(error)) return false;
    throw error;
  }
}

/** Between its making and its first byte a lock is empty. */
const EMPTY_FOR_MS = 1000;

/** Whether the process that made a file of a lock lives, and was not silent for too long. */
export function isAlive(file: string, { staleMs, now }: LockOptions): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    const age = now() - statSync(file).mtimeMs;
    if (age > staleMs) return false;
    return text === '' ? age < EMPTY_FOR_MS : !isOfDeadProcess(text);
  } catch (error) {
    // It was released while we looked. On Windows one that is just being written cannot be read.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

function isOfDeadProcess(text: string): boolean {
  const [, pid, host] = /^\{"pid":(\d+),"host":"(.*)"\}$/.exec(text) ?? [];
  // Cut off in the middle, or made by another machine on a shared disk: its age decides.
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
    // It is touched again before long.
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

/** Another took the lock over and cleared ours away. */
function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
