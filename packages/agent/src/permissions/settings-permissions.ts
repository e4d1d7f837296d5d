import { resolve } from 'node:path';
import type { Settings } from '../settings/read-settings.js';
import { PERMISSION_MODES, type PermissionMode, type PermissionRule, type RuleBehavior } from './permission.js';

export interface SettingsPermissions {
  rules: PermissionRule[];
  additionalDirectories: string[];
  defaultMode: PermissionMode | undefined;
}

const BEHAVIORS: readonly RuleBehavior[] = ['allow', 'deny', 'ask'];

/** What settings files say of permissions, from the most general file to the most particular. */
export function permissionsOf(settings: readonly Settings[], projectDir: string): SettingsPermissions {
  const found: SettingsPermissions = { rules: [], additionalDirectories: [], defaultMode: undefined };
  for (const { source, value } of settings) {
    const permissions = objectOf(value['permissions']);
    for (const behavior of BEHAVIORS) {
      for (const rule of stringsOf(permissions[behavior])) found.rules.push({ behavior, rule, source });
    }
    for (const folder of stringsOf(permissions['additionalDirectories'])) {
      found.additionalDirectories.push(resolve(projectDir, folder));
    }
    const mode = PERMISSION_MODES.find((each) => each === permissions['defaultMode']);
    // What came with the folder may not open every door.
    if (mode !== undefined && !(mode === 'bypassPermissions' && source === 'projectSettings')) found.defaultMode = mode;
  }
  return found;
}

function objectOf(value: unknown): { [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : {};
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
