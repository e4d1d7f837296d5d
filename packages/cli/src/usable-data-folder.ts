import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { dataFolder } from '@unspool/store';
import type { Io } from './io.js';
import { safeLine } from './terminal/safe.js';
import { UserError } from './user-error.js';

/**
 * Refuses a data folder that is not a folder or, for a command that writes to it, is not writable. Commands would
 * otherwise fail halfway through.
 */
export function requireDataFolder(use: 'read' | 'write', io: Io): void {
  const folder = resolve(io.cwd, dataFolder(io));
  const isChosen = Boolean(io.env['UNSPOOL_HOME']?.trim());
  const standing = nearest(folder);
  if (!standing.isFolder) {
    throw new UserError(`${isChosen ? 'UNSPOOL_HOME' : 'The data folder'} is not a folder: ${safeLine(folder)}`, {
      why: `${safeLine(standing.path)} is a file.`,
      hint: isChosen ? 'Set UNSPOOL_HOME to a folder; it does not have to exist yet.' : 'Move that file away.',
    });
  }
  if (use === 'read') return;
  try {
    accessSync(standing.path, constants.W_OK);
  } catch (error) {
    const isDisk = (error as NodeJS.ErrnoException).code === 'EROFS';
    throw new UserError(`The data folder ${safeLine(folder)} could not be written.`, {
      why: isDisk ? 'The disk is read-only.' : 'Permission denied.',
      hint: "Check the folder's permissions, or set UNSPOOL_HOME to another folder.",
    });
  }
}

/** The folder itself, or its nearest ancestor that exists. */
function nearest(path: string): { path: string; isFolder: boolean } {
  for (let at = path; ; at = dirname(at)) {
    const isFolder = kindOf(at);
    if (isFolder !== undefined || at === dirname(at)) return { path: at, isFolder: isFolder !== false };
  }
}

function kindOf(path: string): boolean | undefined {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Missing, below a file, or not accessible: check its parent.
    return undefined;
  }
}
