import { type AskedFile, type BlameTarget, findTarget } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

/** A file with or without lines, or a commit. */
export function targetOf(text: string, io: Io, hint = 'Give FILE, FILE:LINE, FILE:FROM-TO or a commit.'): BlameTarget {
  const target = findTarget(text, io.cwd);
  if (typeof target !== 'string') return target;
  throw new UserError(safeLine(target), { hint });
}

export function fileTargetOf(text: string, io: Io): AskedFile {
  const target = targetOf(text, io, 'Give FILE:LINE.');
  if (target.kind === 'file') return target;
  throw new UserError(`"${safeLine(text)}" is not a line of a file.`, { hint: 'Give FILE:LINE.', isUsage: true });
}
