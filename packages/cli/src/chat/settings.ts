import { permissionsOf, readSettings, type SettingsPermissions } from '@unspool/agent';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';

/** A folder that nobody trusts can forbid and ask, but open nothing. */
export function settingsOf(
  folders: { configDir: string; projectDir: string },
  isTrusted: boolean,
  io: Io,
): SettingsPermissions {
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
