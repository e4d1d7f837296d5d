import { copyFileSync, lstatSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configPaths } from '@unspool/session/locate';
import { DEEPEST, isTooDeep } from '@unspool/session/read';
import { makeFolder, replaceFile } from '@unspool/session/write';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { EVENTS, type Settings } from './hook-settings.js';

export type Scope = 'user' | 'project';

/** A project's hook names a path on this machine, so it goes into the file that is not shared. */
export function settingsFileOf(scope: Scope, io: Io): string {
  if (scope === 'project') return join(io.cwd, '.claude', 'settings.local.json');
  const [config = join(io.home, '.claude')] = configPaths(io.env, io.home);
  return join(config, 'settings.json');
}

export function readSettings(file: string): Settings {
  const broken = (why: string) =>
    new UserError(`${file} cannot be read: ${why}.`, { hint: 'Nothing was changed. Correct the file first.' });
  let value: unknown;
  try {
    const text =
      bytesOf(file)
        ?.toString('utf8')
        .replace(/^\uFEFF/, '') ?? '';
    if (isTooDeep(text)) throw new Error(`values are nested more than ${DEEPEST.toLocaleString('en-US')} levels deep`);
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw broken((error as Error).message);
  }
  if (!isRecord(value)) throw broken('it is not a JSON object');
  const { hooks } = value;
  if (hooks === undefined || hooks === null) return value;
  if (!isRecord(hooks)) throw broken('its "hooks" is not an object');
  for (const event of EVENTS) {
    if (hooks[event] !== undefined && !Array.isArray(hooks[event]))
      throw broken(`its hooks for ${event} are not a list`);
  }
  return value;
}

/** For reports: the reason if the file cannot be read. */
export function lookAtSettings(file: string): { settings: Settings; problem?: string } {
  try {
    return { settings: readSettings(file) };
  } catch (error) {
    if (error instanceof UserError) return { settings: {}, problem: error.message };
    throw error;
  }
}

/** Undefined if the file does not exist. */
export function bytesOf(file: string): Buffer | undefined {
  try {
    // Reading from a pipe could block forever.
    if (statSync(file).isFIFO()) throw new Error('it is a pipe, not a file');
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes atomically; undefined removes the file. A link stays a link. */
export function writeBytes(file: string, bytes: Buffer | undefined): void {
  const target = targetOf(file);
  if (!bytes) {
    rmSync(target, { force: true });
    return;
  }
  makeFolder(dirname(target));
  replaceFile(target, (sink) => sink.write(bytes));
}

/** Copies the file beside itself and returns the path of the copy. */
export function keepCopy(file: string, now: number): string | undefined {
  if (!bytesOf(file)) return undefined;
  const copy = `${file}.before-unspool-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  copyFileSync(file, copy);
  return copy;
}

const MAX_LINKS = 40;

/** Works for a link to a missing file as well. */
function targetOf(file: string): string {
  let target = file;
  for (let links = 0; lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink(); links++) {
    if (links > MAX_LINKS) throw new UserError(`${file} is a broken link.`);
    target = resolve(dirname(target), readlinkSync(target));
  }
  return target;
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
