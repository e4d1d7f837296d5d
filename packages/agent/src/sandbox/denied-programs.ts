import { existsSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { TOOL } from '@unspool/session/tools';
import type { PermissionContext } from '../permissions/permission.js';
import { rulesFor } from '../permissions/rule.js';
import { SHELLS } from '../permissions/shell/wrappers.js';

const USUAL_FOLDERS = [
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/sbin',
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
];

/** Files of programs that rules deny completely: `Bash(rm:*)`. A rule for some uses, such as `Bash(git push:*)`, has none. */
export function deniedPrograms(context: PermissionContext, path: string | undefined): string[] {
  const found = rulesFor('deny', [TOOL.Bash], context).flatMap(({ content }) => filesOf(content, context, path));
  return [...new Set(found)];
}

/** Whether hiding files enforces a rule: it denies a whole program, whose files contain no other programs. */
export function canHold(content: string, context: PermissionContext, path: string | undefined): boolean {
  return filesOf(content, context, path).length > 0;
}

function filesOf(content: string | undefined, context: PermissionContext, path: string | undefined): string[] {
  const name = programOf(content);
  if (name === undefined) return [];
  const folders = [...new Set([...(path ?? '').split(delimiter).filter(isAbsolute), ...USUAL_FOLDERS])];
  const found = folders.map((folder) => join(folder, name)).filter(existsSync);
  const real = [...new Set(found.map((file) => context.realPath(file)))];
  // A file that also contains other programs (`busybox`) cannot be hidden.
  return real.every((file) => basename(file).startsWith(name)) ? real : [];
}

/** The program that a rule names without arguments. The shell is excluded: it starts every command. */
function programOf(content: string | undefined): string | undefined {
  const name = /^([\w.+-]+)(?::\*| \*)$/.exec(content ?? '')?.[1];
  return name === undefined || SHELLS.has(name) ? undefined : name;
}
