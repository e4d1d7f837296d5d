import { readFileSync } from 'node:fs';
import { settingsFile } from '@unspool/store';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { SETTINGS, type SettingName } from './known-settings.js';

export type Settings = { [key: string]: unknown };

/** The object in the data folder's settings.json; empty if the file does not exist. */
export function settingsOf(io: Io): Settings {
  const text = textOf(settingsFile(io));
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    throw new SyntaxError('It is not a JSON object.');
  } catch (error) {
    throw new UserError(`${settingsFile(io)} cannot be used.`, {
      why: error instanceof Error ? error.message : String(error),
      hint: 'Correct it, or delete it to use the defaults.',
    });
  }
}

/** Reads the settings when they are first asked for, and only once. */
export function settingsOnce(io: Io): () => Settings {
  let settings: Settings | undefined;
  return () => {
    settings ??= settingsOf(io);
    return settings;
  };
}

/** One setting, if it is set. An invalid value is an error. */
export function settingIn(settings: Settings, name: SettingName): string | undefined {
  const value = settings[name];
  if (value === undefined) return undefined;
  const fault = typeof value === 'string' ? SETTINGS[name].faultOf(value) : 'It must be text.';
  if (typeof value === 'string' && fault === undefined) return value;
  throw new UserError(`The setting ${name} is ${JSON.stringify(value)}.`, {
    ...(fault && { why: fault }),
    hint: `Change it with: unspool config ${name} VALUE`,
  });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
