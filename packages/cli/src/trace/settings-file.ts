import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configPaths, replaceFile } from '@unspool/session';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import type { Settings } from './hook-settings.js';

export type Scope = 'user' | 'project';

/** A project's hook names a place on this machine: it goes into the file that is not shared. */
export function settingsFileOf(scope: Scope, io: Io): string {
  if (scope === 'project') return join(io.cwd, '.claude', 'settings.local.json');
  const [config = join(io.home, '.claude')] = configPaths(io.env, io.home);
  return join(config, 'settings.json');
}

export function readSettings(file: string): Settings {
  if (!existsSync(file)) return {};
  const broken = (why: string) =>
    new UserError(`${file} cannot be read: ${why}.`, { hint: 'Mend it first; nothing was changed.' });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '') || '{}');
  } catch (error) {
    throw broken((error as Error).message);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Settings;
  throw broken('it is no JSON object');
}

/** Keeps what was there beside it, and writes the new content in one step. Gives back the name of the copy. */
export function writeSettings(file: string, settings: Settings, now: number): string | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const backup = existsSync(file)
    ? `${file}.before-unspool-${new Date(now).toISOString().replace(/[:.]/g, '-')}`
    : undefined;
  const indent = backup === undefined ? 2 : indentOf(readFileSync(file, 'utf8'));
  if (backup !== undefined) copyFileSync(file, backup);
  replaceFile(file, (sink) => sink.write(Buffer.from(`${JSON.stringify(settings, null, indent)}\n`)));
  return backup;
}

function indentOf(text: string): string | number {
  return /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? 2;
}
