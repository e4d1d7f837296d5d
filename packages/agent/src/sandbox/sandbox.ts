import { allowsCommand } from '../permissions/bash-rule.js';
import { isReadOnlyScript } from '../permissions/is-read-only-script.js';
import type { Decision, PermissionContext } from '../permissions/permission.js';
import { readScript } from '../permissions/shell/read-script.js';
import { findLauncher, type SandboxedProgram, sandboxed } from './launcher.js';
import { denyingPolicy, type PolicyParts, readingPolicy, type SandboxPolicy, writingPolicy } from './policy.js';
import type { SandboxSettings } from './settings.js';

export interface Sandbox {
  holds: SandboxPolicy['holds'];
  /** The command line that runs a program inside it. */
  wrap(program: SandboxedProgram & { cwd: string }): SandboxedProgram;
}

export interface SandboxRequest {
  command: string;
  /** The decision that allowed the command. */
  decision: Decision | undefined;
  settings: SandboxSettings;
  context: PermissionContext;
  env: { readonly [name: string]: string | undefined };
}

/** The sandbox for a command; undefined if it runs outside. */
export function sandboxFor(request: SandboxRequest): Sandbox | undefined {
  const { settings, context, env } = request;
  if (settings.scope === 'off') return undefined;
  const launcher = findLauncher({ platform: context.platform, env });
  if (launcher.kind === 'none') return undefined;
  const policy = policyFor(request);
  return policy && { holds: policy.holds, wrap: (program) => sandboxed(launcher, policy, program) };
}

function policyFor({ command, decision, settings, context, env }: SandboxRequest): SandboxPolicy | undefined {
  const parts: PolicyParts = { context, settings, path: env['PATH'] };
  const grounds = decision?.behavior === 'allow' ? decision.grounds : undefined;
  if (grounds === 'list') return isReadOnlyScript(command) ? readingPolicy(parts) : writingPolicy(parts);
  if (isExcluded(command, settings)) return undefined;
  if (settings.scope === 'all') return writingPolicy(parts);
  return grounds === 'everything' ? denyingPolicy(parts) : undefined;
}

/** Whether every part of a command may run outside. */
export function isExcluded(command: string, { excludedCommands }: SandboxSettings): boolean {
  const { commands, doubt } = readScript(command);
  if (doubt !== undefined || commands.length === 0) return false;
  const rules = excludedCommands.map((name) => (/[*]/.test(name) ? name : `${name}:*`));
  return commands.every(({ words }) => rules.some((rule) => allowsCommand(rule, words)));
}
