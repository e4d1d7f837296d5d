import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configPaths, makeFolder, replaceFile } from '@unspool/session';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { EVENTS, type Settings } from './hook-settings.js';

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
  if (!isRecord(value)) throw broken('it is no JSON object');
  const { hooks } = value;
  if (hooks === undefined || hooks === null) return value;
  if (!isRecord(hooks)) throw broken('its hooks are no object');
  for (const event of EVENTS) {
    if (hooks[event] !== undefined && !Array.isArray(hooks[event])) throw broken(`its hooks for ${event} are no list`);
  }
  return value;
}

/** For who only looks: why it cannot be read instead of what it says. */
export function lookAtSettings(file: string): { settings: Settings; problem?: string } {
  try {
    return { settings: readSettings(file) };
  } catch (error) {
    if (error instanceof UserError) return { settings: {}, problem: error.message };
    throw error;
  }
}

/** Keeps what was there beside it, and writes the new content in one step. Gives back the name of the copy. */
export function writeSettings(file: string, settings: Settings, now: number): string | undefined {
  makeFolder(dirname(file));
  const backup = existsSync(file)
    ? `${file}.before-unspool-${new Date(now).toISOString().replace(/[:.]/g, '-')}`
    : undefined;
  const before = backup === undefined ? '' : readFileSync(file, 'utf8');
  if (backup !== undefined) copyFileSync(file, backup);
  const text = `${JSON.stringify(settings, null, indentOf(before))}\n`;
  const lines = before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
  replaceFile(file, (sink) => sink.write(Buffer.from(lines)));
  return backup;
}

function indentOf(text: string): string | number {
  return /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? 2;
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
