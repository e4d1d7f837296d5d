import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRunning, makeFolder, processStart } from '@unspool/session/write';
import { TeamFailure } from '../contract/failure.js';

/** Runs with a lock, since two pushes at once would send the same bytes twice. The lock of a dead process does not count. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  makeFolder(dirname(file));
  if (!take(file)) {
    if (holderRuns(file)) {
      throw new TeamFailure('too_many', 'Another command is working on the queue.', { hint: 'Wait until it is done.' });
    }
    rmSync(file, { force: true });
    if (!take(file)) throw new TeamFailure('too_many', 'Another command is working on the queue.');
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, JSON.stringify({ pid: process.pid, start: processStart(process.pid) }));
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderRuns(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const { pid, start } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; start?: string };
    return isRunning(pid, start);
  } catch {
    // The process was killed between creating the lock and writing into it.
    return false;
  }
}
