import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, replaceFile } from '@unspool/session/write';

export interface LoggedError {
  at: string;
  where: string;
  message: string;
}

const MAX_BYTES = 128 * 1024;
const KEPT = 100;

/** Logs errors of background work, for `status`. A failure to log is ignored, so that a hook never fails. */
export function logError(file: string, where: string, error: unknown, now: number): void {
  const message = error instanceof Error ? error.message : String(error);
  try {
    makeFolder(dirname(file), 0o700);
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) shorten(file);
    const logged: LoggedError = { at: new Date(now).toISOString(), where, message: message.slice(0, 2000) };
    appendFileSync(file, `${JSON.stringify(logged)}\n`, { mode: 0o600 });
  } catch {
    // A full disk, or a folder of another user: there is no better place to report it.
  }
}

/** The latest errors, newest last. */
export function readErrors(file: string): LoggedError[] {
  return linesOf(file).flatMap((line) => {
    try {
      return [JSON.parse(line) as LoggedError];
    } catch {
      // Two processes wrote at once, or one was killed.
      return [];
    }
  });
}

function shorten(file: string): void {
  const kept = linesOf(file).slice(-KEPT);
  replaceFile(file, (sink) => sink.write(Buffer.from(kept.map((line) => `${line}\n`).join(''))));
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
