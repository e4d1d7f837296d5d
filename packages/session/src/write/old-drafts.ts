import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, processStart } from './holders.js';

/** The names of an edit's temporary files. */
const DRAFT = /^\.unspool-(?:move-|undo-)?[0-9a-f-]+\.tmp$/;
/** No edit takes a day, even if the machine slept overnight. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Whether a file is such a draft: a killed edit left it, and it does not belong to any session. */
export function isDraftName(name: string): boolean {
  return DRAFT.test(name);
}

/**
 * Returns the name of a move's draft. It includes the process's start time, because another process may later get the
 * same number.
 */
export function moveDraftName(number: number): string {
  return `.unspool-move-${process.pid}-${processStart(process.pid) ?? UNKNOWN_START}-${number}.tmp`;
}

/** Used if the system does not report when a process started. */
const UNKNOWN_START = '0';

/** Removes our drafts that no running edit uses. A killed process leaves its drafts. */
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
    // A folder that is missing or forbidden has no drafts of ours.
    return [];
  }
}

/** A move gives its drafts the times of the files that they will replace, so they look old at once. */
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
    // Another process removed it, or it belongs to another user. The edit continues without.
    return false;
  }
}
