import { resolve } from 'node:path';
import type { Settings } from '../settings/read-settings.js';
import { PERMISSION_MODES, type PermissionMode, type PermissionRule, type RuleBehavior } from './permission.js';
import { correctToolName } from './tool-names.js';

export interface SettingsPermissions {
  rules: PermissionRule[];
  additionalDirectories: string[];
  defaultMode: PermissionMode | undefined;
}

const BEHAVIORS: readonly RuleBehavior[] = ['allow', 'deny', 'ask'];

/** The permissions of all settings files, most general first. */
export function permissionsOf(
  settings: readonly Settings[],
  projectDir: string,
  warn: (message: string) => void = () => undefined,
): SettingsPermissions {
  const found: SettingsPermissions = { rules: [], additionalDirectories: [], defaultMode: undefined };
  for (const { source, file, value } of settings) {
    const permissions = objectOf(value['permissions']);
    if (value['permissions'] !== undefined && permissions !== value['permissions']) {
      warn(`${file}: ignoring permissions, which must be an object.`);
    }
    for (const behavior of BEHAVIORS) {
      const warnOf = (fault: string) => warn(`${file}: permissions.${behavior} ${fault}`);
      for (const rule of rulesIn(permissions[behavior], behavior, warnOf)) found.rules.push({ behavior, rule, source });
    }
    for (const folder of stringsOf(permissions['additionalDirectories'])) {
      found.additionalDirectories.push(resolve(projectDir, folder));
    }
    const mode = PERMISSION_MODES.find((each) => each === permissions['defaultMode']);
    // A project's own settings cannot turn off all checks.
    if (mode !== undefined && !(mode === 'bypassPermissions' && source === 'projectSettings')) found.defaultMode = mode;
  }
  return found;
}

/** A list of rules. Reports invalid entries. If one may have been meant as a deny rule, it denies. */
function rulesIn(value: unknown, behavior: RuleBehavior, warn: (fault: string) => void): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    const isTaken = typeof value === 'string' && behavior !== 'allow';
    warn(`must be a list of rules; ${isTaken ? `"${value}" is treated as one` : 'the value is ignored'}.`);
    return isTaken ? [value] : [];
  }
  const rules = stringsOf(value);
  if (rules.length < value.length) warn('contains something that is not a rule; it is ignored.');
  for (const rule of rules) {
    if (/\([^)]*$/.test(rule)) warn(`contains "${rule}", which has no closing bracket and is ignored.`);
    const name = correctToolName(rule);
    if (name !== undefined) warn(`contains "${rule}", which has no effect: the tool is called ${name}.`);
  }
  return rules;
}

function objectOf(value: unknown): { [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : {};
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
