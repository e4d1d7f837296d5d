import { dirname } from 'node:path';
import { makeFolder, replaceFile } from '@unspool/session/write';
import { settingsFile } from '@unspool/store';
import { didYouMean } from '../help/help.js';
import { suggest } from '../help/suggest.js';
import type { Io } from '../io.js';
import { safe } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { UserError } from '../user-error.js';
import { isSettingName, SETTINGS, type SettingName } from './known-settings.js';
import { settingIn, settingsOf } from './settings.js';

export interface ConfigOptions {
  unset?: boolean;
  json?: boolean;
}

/** Lists the settings, prints one, or changes one. */
export function config(
  name: string | undefined,
  value: string | undefined,
  { io, ...options }: ConfigOptions & { io: Io },
): number {
  if (name === undefined) return list(options, io);
  if (!isSettingName(name)) throw unknownSetting(name);
  if (options.unset) return change(name, undefined, io);
  if (value !== undefined) return change(name, checked(name, value), io);
  const set = settingIn(settingsOf(io), name);
  if (options.json) io.out(`${JSON.stringify(set ?? null)}\n`);
  else if (set !== undefined) io.out(`${safe(set)}\n`);
  return set === undefined && !options.json ? 1 : 0;
}

function list({ json }: ConfigOptions, io: Io): number {
  const settings = settingsOf(io);
  const names = Object.keys(SETTINGS).filter(isSettingName);
  if (json) {
    const values = names.map((name) => [name, settingIn(settings, name) ?? null]);
    io.out(`${JSON.stringify(Object.fromEntries(values), null, 2)}\n`);
    return 0;
  }
  const cells = names.map((name) => [name, safe(settingIn(settings, name) ?? ''), SETTINGS[name].about]);
  io.out(table([{ head: 'setting' }, { head: 'value' }, { head: 'about', isFlexible: true }], cells, io.columns));
  io.err(
    `These settings are in ${safe(settingsFile(io))}.\nRedaction rules: redact.json in the same folder. Sinks of traces: unspool trace install --help\n`,
  );
  return 0;
}

function checked(name: SettingName, value: string): string {
  const why = SETTINGS[name].faultOf(value);
  if (why === undefined) return value;
  throw new UserError(`Cannot set ${name} to "${value}".`, { why, isUsage: true });
}

function change(name: SettingName, value: string | undefined, io: Io): number {
  const { [name]: _, ...others } = settingsOf(io);
  const settings = value === undefined ? others : { ...others, [name]: value };
  const file = settingsFile(io);
  makeFolder(dirname(file), 0o700);
  replaceFile(file, (sink) => sink.write(Buffer.from(`${JSON.stringify(settings, null, 2)}\n`)));
  io.err(value === undefined ? `${name} is no longer set.\n` : `${name} is now ${safe(value)}.\n`);
  return 0;
}

function unknownSetting(name: string): UserError {
  const meant = suggest(name, Object.keys(SETTINGS));
  return new UserError(`There is no setting "${name}".`, {
    hint: didYouMean(meant && `config ${meant}`) ?? 'List them with: unspool config',
    isUsage: true,
  });
}
