import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { dataFolder } from '@unspool/store';
import type { Io } from './io.js';
import { safeLine } from './terminal/safe.js';
import { UserError } from './user-error.js';

/**
 * Refuses a data folder that is none, before a command stumbles over one of the files in it; and, for what writes to
 * it, one that cannot be written, before something is half done.
 */
export function requireDataFolder(use: 'read' | 'write', io: Io): void {
  const folder = resolve(io.cwd, dataFolder(io));
  const isChosen = Boolean(io.env['UNSPOOL_HOME']?.trim());
  const standing = nearest(folder);
  if (!standing.isFolder) {
    throw new UserError(`${isChosen ? 'UNSPOOL_HOME' : 'The data folder'} is not a folder: ${safeLine(folder)}`, {
      why: `${safeLine(standing.path)} is a file.`,
      hint: isChosen ? 'Set UNSPOOL_HOME to a folder; it need not be there yet.' : 'Move that file away.',
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

/** The folder itself, or what stands where it would be made. */
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
    // Not there, below a file, or not to be looked at: what stands above it tells more.
    return undefined;
  }
}
