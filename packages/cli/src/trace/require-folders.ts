import { accessSync, constants, statSync } from 'node:fs';
import { foldersOf, type SinkConfig } from '@unspool/trace';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { isDiskFull } from './disk-room.js';
import { traceFolderOf } from './machine.js';

interface Unusable {
  path: string;
  why: string;
  hint: string;
}

/** Refuses to send if the record of it cannot be written: it would be sent again every time. */
export function requireFolders(use: 'read' | 'write', sinks: readonly SinkConfig[], io: Io): void {
  const found = unusableFolder(use, sinks, io);
  if (found) throw new UserError(`${safeLine(found.path)} cannot be used.`, found);
}

/** The problem in one sentence, for reports. */
export function whyNoFolder(sinks: readonly SinkConfig[], io: Io): string | undefined {
  const found = unusableFolder('write', sinks, io);
  return found && `${found.path} cannot be used: ${found.why} ${found.hint}`;
}

/** The first of the trace's folders that is not a folder, is not accessible or has no room. Missing ones will be created. */
function unusableFolder(use: 'read' | 'write', sinks: readonly SinkConfig[], io: Io): Unusable | undefined {
  for (const path of foldersOf(traceFolderOf(io), sinks)) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) {
      return { path, why: 'It is not a folder.', hint: 'Move it away, then try again.' };
    }
    if (stats && !isAllowed(path, use)) {
      const hint = "Check the folder's permissions, or set UNSPOOL_HOME to another folder.";
      return { path, why: `Permission to ${use} denied.`, hint };
    }
  }
  const { root } = traceFolderOf(io);
  if (use === 'read' || !isDiskFull(root)) return undefined;
  return {
    path: root,
    why: 'Its disk is almost full.',
    hint: 'Make room, or set UNSPOOL_HOME to a folder on another disk.',
  };
}

function isAllowed(path: string, use: 'read' | 'write'): boolean {
  const { R_OK, W_OK, X_OK } = constants;
  try {
    accessSync(path, use === 'read' ? R_OK | X_OK : R_OK | W_OK | X_OK);
    return true;
  } catch {
    return false;
  }
}
