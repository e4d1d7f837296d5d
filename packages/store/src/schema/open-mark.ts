import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '@unspool/session/write';

const SIGN = '.used-by-';

/**
 * Creates a file that marks the store as open in this process; returns a function that removes it. A leftover mark means that
 * a process was killed, or that the driver crashed on a damaged page.
 */
export function markOpened(file: string): () => void {
  const mark = `${file}${SIGN}${process.pid}`;
  try {
    closeSync(openSync(mark, 'w'));
  } catch {
    // The folder is read-only, so nothing is written to the store either.
    return () => undefined;
  }
  return () => rmSync(mark, { force: true });
}

/** Marks of processes that no longer exist. */
export function leftMarks(file: string): string[] {
  const start = basename(file) + SIGN;
  let names: string[];
  try {
    names = readdirSync(dirname(file));
  } catch {
    // The folder does not exist yet.
    return [];
  }
  return names
    .filter((name) => name.startsWith(start) && isLeft(Number(name.slice(start.length))))
    .map((name) => join(dirname(file), name));
}

/** A mark with our own pid is from an earlier process. */
function isLeft(pid: number): boolean {
  return pid === process.pid || !isRunning(pid);
}
