import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '@unspool/session/write';

const SIGN = '.used-by-';

/**
 * Says beside the store that this process works with it; what is given back takes the mark away. A mark that stays tells
 * that a process ended in the middle: it was killed, or the driver crashed on a damaged page and took it along.
 */
export function markOpened(file: string): () => void {
  const mark = `${file}${SIGN}${process.pid}`;
  try {
    closeSync(openSync(mark, 'w'));
  } catch {
    // A folder that may only be read: then nothing in it is written either.
    return () => undefined;
  }
  return () => rmSync(mark, { force: true });
}

/** Marks of processes that are gone. */
export function leftMarks(file: string): string[] {
  const start = basename(file) + SIGN;
  let names: string[];
  try {
    names = readdirSync(dirname(file));
  } catch {
    // No folder yet.
    return [];
  }
  return names
    .filter((name) => name.startsWith(start) && isLeft(Number(name.slice(start.length))))
    .map((name) => join(dirname(file), name));
}

/** Another process had our number before. */
function isLeft(pid: number): boolean {
  return pid === process.pid || !isRunning(pid);
}
