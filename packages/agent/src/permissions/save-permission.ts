import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { PermissionUpdate, RuleSource } from './permission.js';

export interface SettingsFolders {
  configDir: string;
  projectDir: string;
}

/** Saves an answer in the client's settings and keeps the rest of the file. Returns an error message if it cannot. */
export function savePermission(update: PermissionUpdate, folders: SettingsFolders): string | undefined {
  const file = fileOf(update.destination, folders);
  if (file === undefined || update.type === 'setMode') return undefined;
  try {
    const settings = readSettingsFile(file);
    const permissions = { ...((settings['permissions'] ?? {}) as JsonObject) };
    const field = update.type === 'addRules' ? update.behavior : 'additionalDirectories';
    const added = update.type === 'addRules' ? update.rules : update.directories;
    const before = Array.isArray(permissions[field]) ? permissions[field] : [];
    permissions[field] = [...new Set([...before, ...added])];
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, `${JSON.stringify({ ...settings, permissions }, undefined, 2)}\n`);
    renameSync(draft, file);
    return undefined;
  } catch (error) {
    return `Cannot save the rule in ${file}: ${(error as Error).message}`;
  }
}

/** Throws if the file is not JSON, so that it is not overwritten. */
function readSettingsFile(file: string): JsonObject {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

function fileOf(destination: RuleSource, { configDir, projectDir }: SettingsFolders): string | undefined {
  if (destination === 'userSettings') return join(configDir, 'settings.json');
  if (destination === 'projectSettings') return join(projectDir, '.claude', 'settings.json');
  if (destination === 'localSettings') return join(projectDir, '.claude', 'settings.local.json');
  return undefined;
}
