import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, processStart } from './holders.js';

/** The names under which edits write what is not yet to be seen. */
const DRAFT = /^\.unspool-(?:move-|undo-)?[0-9a-f-]+\.tmp$/;
/** No edit takes a day, not even one whose machine slept over night. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Whether a file is one of them: an edit that was killed left it, and it belongs to no session. */
export function isDraftName(name: string): boolean {
  return DRAFT.test(name);
}

/** The name of a move's draft. It says which process writes it: a number alone may belong to another one later. */
export function moveDraftName(number: number): string {
  return `.unspool-move-${process.pid}-${processStart(process.pid) ?? UNKNOWN_START}-${number}.tmp`;
}

/** Where the system does not say when a process started. */
const UNKNOWN_START = '0';

/** Removes drafts of ours that no edit is working on any more: a process that is killed leaves its own. */
export function sweepOldDrafts(folder: string, now: number): string[] {
  return draftsIn(folder)
    .filter((name) => !isOfRunningMove(name))
    .map((name) => join(folder, name))
    .filter((path) => isOldFile(path, now) && isRemoved(path));
}

function draftsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isDraftName);
  } catch {
    // A folder that is not there, or may not be looked into, has nothing of ours.
    return [];
  }
}

/** A move gives its drafts the times of the files that they will replace, so that they look old at once. */
function isOfRunningMove(name: string): boolean {
  const [, pid, start] = /^\.unspool-move-(\d+)-(\d+)-\d+\.tmp$/.exec(name) ?? [];
  return pid !== undefined && isRunning(Number(pid), start === UNKNOWN_START ? undefined : start);
}

function isOldFile(path: string, now: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && now - stats.mtimeMs > OLD_MS;
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    // Another process swept it, or it belongs to somebody else: the edit goes on without.
    return false;
  }
}
