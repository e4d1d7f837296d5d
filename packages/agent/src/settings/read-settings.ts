import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { RuleSource } from '../permissions/decide.js';

/** One of the client's settings files. */
export interface Settings {
  source: RuleSource;
  file: string;
  value: JsonObject;
}

export interface SettingsPlace {
  configDir: string;
  projectDir: string;
  /** Which files count. Default: all. */
  sources?: readonly RuleSource[] | undefined;
}

/** The client's settings files that exist, most general first. */
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
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') warn(`Cannot read ${file}: ${(error as Error).message}`);
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    warn(`Ignoring ${file}: it is not a JSON object.`);
  } catch (error) {
    warn(`Ignoring ${file}: not valid JSON: ${(error as Error).message}`);
  }
  return undefined;
}
