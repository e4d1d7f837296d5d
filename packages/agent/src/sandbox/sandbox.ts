import { allowsCommand } from '../permissions/bash-rule.js';
import { isReadOnlyScript } from '../permissions/is-read-only-script.js';
import type { Decision, PermissionContext } from '../permissions/permission.js';
import { readScript } from '../permissions/shell/read-script.js';
import { findLauncher, type SandboxedProgram, sandboxed } from './launcher.js';
import { readingPolicy, writingPolicy } from './policy.js';
import type { SandboxSettings } from './settings.js';

/** Puts a program into the sandbox. */
export type Wrap = (program: SandboxedProgram & { cwd: string }) => SandboxedProgram;

export interface SandboxRequest {
  command: string;
  /** What allowed the command. */
  decision: Decision | undefined;
  settings: SandboxSettings;
  context: PermissionContext;
  env: { readonly [name: string]: string | undefined };
}

/** How a command gets into the sandbox; undefined: it runs outside. */
export function sandboxFor(request: SandboxRequest): Wrap | undefined {
  const { command, decision, settings, context, env } = request;
  const isUnasked = decision?.behavior === 'allow' && decision.needsNoRule === true;
  if (settings.scope === 'off' || (settings.scope === 'unasked' && !isUnasked)) return undefined;
  if (!isUnasked && isExcluded(command, settings)) return undefined;
  const launcher = findLauncher({ platform: context.platform, env });
  if (launcher.kind === 'none') return undefined;
  const isReading = isUnasked && isReadOnlyScript(command);
  const policy = isReading ? readingPolicy(context, settings) : writingPolicy(context, settings);
  return (program) => sandboxed(launcher, policy, program);
}

/** Whether every part of a command may run outside. */
export function isExcluded(command: string, { excludedCommands }: SandboxSettings): boolean {
  const { commands, doubt } = readScript(command);
  if (doubt !== undefined || commands.length === 0) return false;
  const rules = excludedCommands.map((name) => (/[*]/.test(name) ? name : `${name}:*`));
  return commands.every(({ words }) => rules.some((rule) => allowsCommand(rule, words)));
}
