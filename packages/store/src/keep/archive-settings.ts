import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, type Machine } from '../data-folder.js';

/** When sessions are archived automatically. */
export interface ArchiveSettings {
  isAutomatic: boolean;
  /** A session without changes for this long is archived. */
  afterDays: number;
}

const DEFAULTS: ArchiveSettings = { isAutomatic: true, afterDays: 3 };
const OFF = new Set(['0', 'off', 'false', 'no']);

export function settingsFile(machine: Machine): string {
  return join(dataFolder(machine), 'settings.json');
}

/**
 * `UNSPOOL_ARCHIVE=off` takes precedence over `{"archive": {"automatic": false, "afterDays": 3}}` in the data folder's
 * settings.json. Throws if that file is invalid instead of ignoring it.
 */
export function archiveSettings(machine: Machine): ArchiveSettings {
  const chosen = machine.env['UNSPOOL_ARCHIVE']?.trim().toLowerCase();
  const settings = fromFile(settingsFile(machine));
  return chosen ? { ...settings, isAutomatic: !OFF.has(chosen) } : settings;
}

function fromFile(file: string): ArchiveSettings {
  const text = textOf(file);
  if (text === undefined) return DEFAULTS;
  const value: unknown = JSON.parse(text);
  const archive = isObject(value) ? value['archive'] : undefined;
  if (archive === undefined && isObject(value)) return DEFAULTS;
  if (!isObject(archive)) throw new SyntaxError('"archive" is not an object');
  const { automatic = DEFAULTS.isAutomatic, afterDays = DEFAULTS.afterDays } = archive;
  if (typeof automatic !== 'boolean') throw new SyntaxError('"archive.automatic" must be true or false');
  if (typeof afterDays !== 'number' || !(afterDays >= 0))
    throw new SyntaxError('"archive.afterDays" is not a number of days');
  return { isAutomatic: automatic, afterDays };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
