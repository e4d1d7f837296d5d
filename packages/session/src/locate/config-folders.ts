import { realpathSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { isFolder } from './list-folder.js';

/** A folder in which a client keeps its data. */
export interface ConfigFolder {
  /** Contains `projects/`, `file-history/`, `todos/`, `plans/`. */
  folder: string;
  /** Contains one folder per project. */
  projects: string;
  /** The agent whose sessions these are copies of; absent for Claude Code. */
  client?: string;
}

export type Environment = { readonly [name: string]: string | undefined };

/** Returns the config folders that contain sessions, each once. */
export function configFolders(env: Environment, home: string): ConfigFolder[] {
  const found = new Map<string, ConfigFolder>();
  for (const path of configPaths(env, home)) {
    const config = configFolderAt(path);
    if (!config) continue;
    const place = realpathSync(config.projects);
    if (!found.has(place)) found.set(place, config);
  }
  return [...found.values()];
}

/** Returns where sessions are searched for, whether the folders exist or not. Used in messages that none were found. */
export function configPaths(env: Environment, home: string): string[] {
  const value = env['CLAUDE_CONFIG_DIR']?.trim();
  if (!value) return [join(home, '.claude')];
  // A comma can also be part of a folder's name. The client itself supports only one folder.
  if (configFolderAt(expandHome(value, home))) return [expandHome(value, home)];
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => expandHome(part, home));
}

/** Returns the config folder at a path, which may also be its `projects` folder. */
export function configFolderAt(path: string): ConfigFolder | undefined {
  const folder = normalize(path);
  const projects = join(folder, 'projects');
  if (isFolder(projects)) return { folder, projects };
  if (basename(folder) === 'projects' && isFolder(folder)) return { folder: dirname(folder), projects: folder };
  return undefined;
}

function expandHome(path: string, home: string): string {
  return /^~($|[\\/])/.test(path) ? join(home, path.slice(1)) : path;
}
