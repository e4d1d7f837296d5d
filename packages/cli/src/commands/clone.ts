import { isAbsolute, join, resolve } from 'node:path';
import { configFolders, draftPlan, slugOf } from '@unspool/session';
import { type EditOptions, runEdit } from '../edit/run-edit.js';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

export interface CloneOptions extends EditOptions {
  to?: string;
}

/** A copy with new ids and everything that belongs to the session. */
export function clone(query: string, options: CloneOptions, io: Io): number {
  const folder = options.to === undefined ? undefined : projectFolder(options.to, io);
  return runEdit({ query, plan: () => draftPlan('clone'), isCopy: true, ...(folder && { folder }), options }, io);
}

/** Where the client keeps the sessions of a project, given the project's own folder. */
export function projectFolder(project: string, io: Io): string {
  const path = isAbsolute(project) || /^[A-Za-z]:[\\/]/.test(project) ? project : resolve(io.cwd, project);
  const [config] = configFolders(io.env, io.home);
  if (config) return join(config.projects, slugOf(path));
  throw new UserError('There is no config folder of the client.', { hint: 'Set CLAUDE_CONFIG_DIR.' });
}
