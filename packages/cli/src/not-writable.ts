import { basename, dirname } from 'node:path';
import { safeLine } from './terminal/safe.js';
import { UserError } from './user-error.js';

interface Reasons {
  [code: string]: { why: string; hint: string };
}

/** Error codes that only occur when writing. */
const OF_WRITING: Reasons = {
  EROFS: { why: 'The disk is read-only.', hint: 'Make it writable, then try again.' },
  ENOSPC: { why: 'The disk is full.', hint: 'Make room, then try again.' },
  EDQUOT: { why: 'Your disk quota is used up.', hint: 'Make room, then try again.' },
};

const OF_EDITS: Reasons = {
  ...OF_WRITING,
  EACCES: { why: 'Permission denied.', hint: "Check the folder's permissions, then try again." },
  EPERM: { why: 'Permission denied.', hint: "Check the folder's permissions, then try again." },
  EROFS: {
    why: 'The disk is read-only.',
    hint: 'Copy the session to a disk that can be written, and edit it there.',
  },
};

/** A longer chain of causes is a cycle. */
const DEEPEST = 8;

/** Runs work that writes. If the system forbids it, throws a UserError that names the place and a way out. */
export function writing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw notWritable(error) ?? error;
  }
}

/** The same for asynchronous work. */
export async function writingInTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notWritable(error) ?? error;
  }
}

/** For an error during an edit. */
export function notWritable(error: unknown): UserError | undefined {
  return refusalIn(error, OF_EDITS);
}

/** For any error: only codes that cannot come from reading. */
export function fullDisk(error: unknown): UserError | undefined {
  return refusalIn(error, OF_WRITING);
}

/** The system's error may be the cause of one that says how far writing got. */
function refusalIn(error: unknown, reasons: Reasons): UserError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST; at = at.cause, depth++) {
    const refusal = refusalOf(at, reasons);
    if (refusal) return refusal;
  }
  return undefined;
}

function refusalOf(error: Error, reasons: Reasons): UserError | undefined {
  const { code = '', path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  // We make missing parents first, so this is a place such as /proc, or a drive that does not exist.
  if (code === 'ENOENT' && syscall === 'mkdir' && path !== undefined) {
    return new UserError(`The folder ${safeLine(path)} could not be created.`, {
      why: 'The place for it does not exist, or cannot contain folders.',
      hint: 'Choose another folder. For the data folder, set UNSPOOL_HOME.',
    });
  }
  const known = reasons[code];
  if (!known) return undefined;
  const named = dest ?? path;
  if (named === undefined) return new UserError('A file could not be written.', known);
  // Drafts are beside the file they will replace. Their own names would mean nothing to the user.
  const where = /^\.(unspool-|.*\.tmp$)/.test(basename(named)) ? dirname(named) : named;
  return new UserError(`${safeLine(where)} could not be written.`, known);
}
