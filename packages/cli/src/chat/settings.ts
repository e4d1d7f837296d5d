import {
  hookFaults,
  permissionsOf,
  type RuleSource,
  readSettings,
  type Settings,
  type SettingsPermissions,
  type SettingsPlace,
} from '@unspool/agent';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

/** An untrusted folder can deny and ask, but not allow. */
export function settingsOf(folders: SettingsPlace, isTrusted: boolean, io: Io): SettingsPermissions {
  const warn = (message: string) => io.err(`${safeLine(message)}\n`);
  const files = readSettings(folders, warn);
  const { projectDir } = folders;
  const isOwn = ({ source }: Settings) => source === 'userSettings';
  for (const fault of hookFaults(isTrusted ? files : files.filter(isOwn))) warn(fault);
  if (isTrusted) return permissionsOf(files, projectDir, warn);
  const own = permissionsOf(files.filter(isOwn), projectDir, warn);
  const foreign = permissionsOf(
    files.filter((each) => !isOwn(each)),
    projectDir,
    warn,
  );
  return { ...own, rules: [...own.rules, ...foreign.rules.filter(({ behavior }) => behavior !== 'allow')] };
}

const SOURCES: { readonly [name: string]: RuleSource } = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
};

/** `user,project,local`: the client's names. */
export function sourcesOf(given: string | undefined): RuleSource[] | undefined {
  return given
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => {
      const source = SOURCES[name];
      if (source) return source;
      throw new UserError(`There are no settings called "${name}".`, {
        hint: 'Use user, project or local.',
        isUsage: true,
      });
    });
}
