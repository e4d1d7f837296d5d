import {
  permissionsOf,
  type RuleSource,
  readSettings,
  type SettingsPermissions,
  type SettingsPlace,
} from '@unspool/agent';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

/** A folder that nobody trusts can forbid and ask, but open nothing. */
export function settingsOf(folders: SettingsPlace, isTrusted: boolean, io: Io): SettingsPermissions {
  const files = readSettings(folders, (message) => io.err(`${safeLine(message)}\n`));
  if (isTrusted) return permissionsOf(files, folders.projectDir);
  const own = permissionsOf(
    files.filter(({ source }) => source === 'userSettings'),
    folders.projectDir,
  );
  const foreign = permissionsOf(
    files.filter(({ source }) => source !== 'userSettings'),
    folders.projectDir,
  );
  return { ...own, rules: [...own.rules, ...foreign.rules.filter(({ behavior }) => behavior !== 'allow')] };
}

const SOURCES: { readonly [name: string]: RuleSource } = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
};

/** `user,project,local`, as the client names them. */
export function sourcesOf(given: string | undefined): RuleSource[] | undefined {
  return given
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => {
      const source = SOURCES[name];
      if (source) return source;
      throw new UserError(`There are no settings called "${name}".`, { hint: 'user, project, local', isUsage: true });
    });
}
