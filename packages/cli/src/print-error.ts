import type { Io } from './io.js';
import { fullDisk } from './not-writable.js';
import { colours } from './terminal/colour.js';
import { safe } from './terminal/safe.js';
import { UserError } from './user-error.js';

/** Prints what went wrong and returns the exit code. */
export function printError(error: unknown, args: readonly string[], io: Io): number {
  const userError = error instanceof UserError ? error : fullDisk(error);
  if (!userError) return unexpected(error, args, io);
  io.err(`${colours(io.hasColour).red('error:')} ${safe(userError.message)}\n`);
  return userError.exitCode;
}

function unexpected(error: unknown, args: readonly string[], io: Io): number {
  const isDebug = args.includes('--debug') || io.env['UNSPOOL_DEBUG'];
  const message =
    error instanceof Error ? (isDebug && error.stack) || (inWords(error) ?? error.message) : String(error);
  io.err(`${colours(io.hasColour).red('error:')} ${safe(message)}\n`);
  if (isChangedFile(error)) io.err('  Another process is writing to it. Try again.\n');
  else if (isRulesError(error)) io.err('  Correct the file, or move it away. docs/redaction.md describes it.\n');
  else if (codeOf(error) === 'EACCES') io.err("  Check the file's permissions, or run this as its owner.\n");
  else if (!isDebug && !SYSTEM_ERRORS.has(codeOf(error)))
    io.err('  This is a bug. Run the command again with --debug and report what it prints.\n');
  return 1;
}

const WORDS: Record<string, string> = {
  ENOENT: 'does not exist, or was removed meanwhile',
  ENOTDIR: 'cannot be reached: part of its path is a file, not a folder',
  EISDIR: 'is a folder, not a file',
};

/** A system error about a file, without the name of the system call. */
function inWords(error: Error): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  const words = WORDS[code ?? ''];
  return words && path && `${path} ${words}.`;
}

/** Recognised by name, since most commands do not load the module that throws it. */
function isChangedFile(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChangedFileError';
}

const isRulesError = (error: unknown) => error instanceof Error && error.name === 'RulesError';

/** Errors of the user's system: a bug report would not help. */
const SYSTEM_ERRORS = new Set([
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOSPC',
  'EISDIR',
  'ENOTDIR',
  'ELOOP',
  'EMFILE',
  'EROFS',
  'EIO',
]);

function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as NodeJS.ErrnoException).code) : '';
}
