import type { JsonObject } from '@unspool/session';
import {
  type Decision,
  decide,
  type PermissionContext,
  type PermissionRule,
  type RuleSource,
} from '../../src/permissions/decide.js';
import { isReadOnlyScript } from '../../src/permissions/is-read-only-script.js';

export interface Rules {
  allow?: string[];
  deny?: string[];
  ask?: string[];
  source?: RuleSource;
}

export const HOME = '/home/ada';
export const PROJECT = '/home/ada/project';

/** A project of a user called Ada. None of it is on disk. */
export function context(rules: Rules = {}, more: Partial<PermissionContext> = {}): PermissionContext {
  return {
    mode: 'default',
    rules: rulesOf(rules),
    projectDir: PROJECT,
    cwd: PROJECT,
    additionalDirectories: [],
    home: HOME,
    platform: 'linux',
    realPath: (path) => path,
    ...more,
  };
}

export function bash(command: string, rules: Rules = {}, more: Partial<PermissionContext> = {}): Decision {
  return decide({ tool: 'Bash', isReadOnly: isReadOnlyScript(command), input: { command } }, context(rules, more));
}

export function tool(
  name: string,
  input: JsonObject,
  rules: Rules = {},
  more: Partial<PermissionContext> = {},
): Decision {
  const isReadOnly = !/^(?:Edit|Write|NotebookEdit|mcp__|Bash)/.test(name);
  return decide({ tool: name, isReadOnly, input }, context(rules, more));
}

function rulesOf({ allow = [], deny = [], ask = [], source = 'projectSettings' }: Rules): PermissionRule[] {
  return [
    ...allow.map((rule): PermissionRule => ({ behavior: 'allow', rule, source })),
    ...deny.map((rule): PermissionRule => ({ behavior: 'deny', rule, source })),
    ...ask.map((rule): PermissionRule => ({ behavior: 'ask', rule, source })),
  ];
}
