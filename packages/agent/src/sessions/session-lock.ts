import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, makeFolder, processStart, sleep } from '@unspool/session/write';

export type Locked = { kind: 'locked' } | { kind: 'taken'; reason: string };

/** Locks held by this process, by session file. */
const held = new Map<string, string>();

/** Locks are written at once. One that is still empty after this time was left by a process that died. */
const UNFINISHED_MS = 5000;
const WAIT_MS = 20;
const TRIES = 100;

/**
 * Locks a session for this process before it is read. If two start at the same time, one is refused: without a lock,
 * others notice an open file only after its first new line. Where a lock cannot be written, there is none.
 */
export function lockSession(file: string, folder: string): Locked {
  const path = lockOf(file, folder);
  for (let tries = 0; tries < TRIES; tries++) {
    const made = make(path, folder);
    if (made !== 'exists') {
      if (made === 'made') keep(file, path);
      return { kind: 'locked' };
    }
    const holder = holderOf(textOf(path));
    if (holder?.pid === process.pid) return { kind: 'locked' };
    if (holder) return { kind: 'taken', reason: `Unspool (process ${holder.pid}) has the session open` };
    if (!removeStale(path)) sleep(WAIT_MS);
  }
  return { kind: 'taken', reason: `the lock ${path} cannot be taken` };
}

export function releaseSession(file: string): void {
  const path = held.get(file);
  if (path === undefined) return;
  held.delete(file);
  attempt(() => rmSync(path, { force: true }));
}

function keep(file: string, path: string): void {
  if (!process.listeners('exit').includes(releaseAll)) process.once('exit', releaseAll);
  held.set(file, path);
}

function releaseAll(): void {
  for (const file of [...held.keys()]) releaseSession(file);
}

/** Named after the file's real path, so that every path to it gives the same lock. */
function lockOf(file: string, folder: string): string {
  const real = attempt(() => realpathSync(file)) ?? file;
  return join(folder, `${createHash('sha256').update(real).digest('hex').slice(0, 32)}.lock`);
}

function make(path: string, folder: string): 'made' | 'exists' | 'impossible' {
  try {
    makeFolder(folder, 0o700);
    const record = { pid: process.pid, procStart: processStart(process.pid) };
    writeFileSync(path, JSON.stringify(record), { flag: 'wx', mode: 0o600 });
    return 'made';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'exists' : 'impossible';
  }
}

function textOf(path: string): string {
  return attempt(() => readFileSync(path, 'utf8')) ?? '';
}

/** The process that holds the lock; undefined if it has exited or the lock is still being written. */
function holderOf(text: string): { pid: number } | undefined {
  const record = attempt(() => JSON.parse(text) as { pid?: unknown; procStart?: unknown } | null);
  const pid = record?.pid;
  return typeof pid === 'number' && isRunning(pid, record?.procStart) ? { pid } : undefined;
}

/**
 * Removes a stale lock. Only one process at a time may do this, and it checks again first. Otherwise the second would
 * remove the first one's new lock.
 */
function removeStale(path: string): boolean {
  const guard = `${path}.stale`;
  try {
    mkdirSync(guard);
  } catch {
    if (ageOf(guard) > UNFINISHED_MS) attempt(() => rmdirSync(guard));
    return false;
  }
  try {
    const text = textOf(path);
    if (text === '' ? ageOf(path) < UNFINISHED_MS : holderOf(text)) return false;
    rmSync(path, { force: true });
    return true;
  } finally {
    attempt(() => rmdirSync(guard));
  }
}

function ageOf(path: string): number {
  return Date.now() - (attempt(() => statSync(path).mtimeMs) ?? Date.now());
}

/** Returns undefined if `work` fails. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
