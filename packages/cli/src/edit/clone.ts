import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { draftPlan } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { pathOf, realPathOf } from './move.js';
import { projectFolder } from './other-agent.js';
import { type EditOptions, runEdit } from './run-edit.js';

export interface CloneOptions extends EditOptions {
  cwd?: string;
}

/** A copy with new ids and everything that belongs to the session. */
export async function clone(query: string, options: CloneOptions, io: Io): Promise<number> {
  const order = { query, plan: () => draftPlan('clone', 'clone'), isCopy: true, options };
  if (options.cwd === undefined) return runEdit(order, io);
  const cwd = projectOf(options.cwd, io);
  const code = await runEdit({ ...order, folder: projectFolder(cwd, io), cwd }, io);
  if (isAbsolute(cwd) && !existsSync(cwd)) io.err(`There is no folder ${safeLine(cwd)} yet.\n`);
  return code;
}

function projectOf(folder: string, io: Io): string {
  if (folder.trim() === '') {
    throw new UserError('--cwd needs a folder.', {
      hint: 'For the current folder: --cwd .',
      isUsage: true,
    });
  }
  return realPathOf(pathOf(folder, io));
}
