import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { RuleSource } from '../permissions/decide.js';

/** One settings file of the client, as it was read. */
export interface Settings {
  source: RuleSource;
  file: string;
  value: JsonObject;
}

export interface SettingsPlace {
  configDir: string;
  projectDir: string;
  /** Which files count; all unless given. */
  sources?: readonly RuleSource[] | undefined;
}

/** The client's settings files that are there, from the most general to the most particular. */
export function readSettings(place: SettingsPlace, warn: (message: string) => void): Settings[] {
  const { configDir, projectDir, sources } = place;
  const files: [RuleSource, string][] = [
    ['userSettings', join(configDir, 'settings.json')],
    ['projectSettings', join(projectDir, '.claude', 'settings.json')],
    ['localSettings', join(projectDir, '.claude', 'settings.local.json')],
  ];
  return files.flatMap(([source, file]) => {
    if (sources && !sources.includes(source)) return [];
    const value = readObject(file, warn);
    return value ? [{ source, file, value }] : [];
  });
}

function readObject(file: string, warn: (message: string) => void): JsonObject | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      warn(`${file} could not be read: ${(error as Error).message}`);
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    warn(`${file} is not a JSON object and is not used.`);
  } catch (error) {
    warn(`${file} is not JSON and is not used: ${(error as Error).message}`);
  }
  return undefined;
}
