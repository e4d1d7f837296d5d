import type { JsonObject } from '@unspool/session';
import type { Listen } from '../loop/event.js';
import type { RuleSource } from '../permissions/decide.js';
import { readSettings } from '../settings/read-settings.js';
import type { World } from '../world.js';
import { hooksIn } from './hook-config.js';
import { Hooks } from './hooks.js';

export interface HookPlace {
  configDir: string;
  cwd: string;
  world: World;
  isTrusted: boolean;
  settingSources?: readonly RuleSource[] | undefined;
}

/** The hooks of the settings files. A project's hooks run only if its folder is trusted. */
export function hooksOf(
  { configDir, cwd: projectDir, world, isTrusted, settingSources: sources }: HookPlace,
  tell: Listen,
  common: () => JsonObject,
): Hooks {
  // Problems with settings are reported where permissions are read.
  const settings = readSettings({ configDir, projectDir, sources }, () => undefined);
  const hooks = hooksIn(settings.filter(({ source }) => isTrusted || source === 'userSettings'));
  return new Hooks({ hooks, tell, env: world.env, projectDir, common, now: () => world.now(), newUuid: world.newUuid });
}
