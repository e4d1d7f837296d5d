import { basename, dirname } from 'node:path';
import { safeLine } from './terminal/safe.js';
import { UserError } from './user-error.js';

interface Reasons {
  [code: string]: { why: string; hint: string };
}

/** What only who writes is told, whatever it is. */
const OF_WRITING: Reasons = {
  EROFS: { why: 'The disk is read-only.', hint: 'Make it writable, then try again.' },
  ENOSPC: { why: 'The disk is full.', hint: 'Make room, then try again.' },
  EDQUOT: { why: 'Your share of the disk is used up.', hint: 'Make room, then try again.' },
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

/** Causes of causes: more are a circle. */
const DEEPEST = 8;

/** Does what writes; where the system forbids it, a person is told where and what to do. */
export function writing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw notWritable(error) ?? error;
  }
}

/** The same for work that takes its time. */
export async function writingInTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notWritable(error) ?? error;
  }
}

/** Of an error while a session is edited. */
export function notWritable(error: unknown): UserError | undefined {
  return refusalIn(error, OF_EDITS);
}

/** Of any error: only what nobody who reads is told. */
export function fullDisk(error: unknown): UserError | undefined {
  return refusalIn(error, OF_WRITING);
}

/** What the system said may be the cause of an error that says how far writing came. */
function refusalIn(error: unknown, reasons: Reasons): UserError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST; at = at.cause, depth++) {
    const told = refusalOf(at, reasons);
    if (told) return told;
  }
  return undefined;
}

function refusalOf(error: Error, reasons: Reasons): UserError | undefined {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const known = reasons[code];
  if (!known) return undefined;
  const named = dest ?? path;
  if (named === undefined) return new UserError('A file could not be written.', known);
  // Our drafts stand beside what they will replace; their own names tell a person nothing.
  const where = /^\.(unspool-|.*\.tmp$)/.test(basename(named)) ? dirname(named) : named;
  return new UserError(`${safeLine(where)} could not be written.`, known);
}
