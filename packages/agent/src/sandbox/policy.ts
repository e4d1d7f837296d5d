import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deniedPaths } from '../permissions/denied-on-disk.js';
import { isInside } from '../permissions/path-rule.js';
import type { PermissionContext } from '../permissions/permission.js';
import { deniedPrograms } from './denied-programs.js';
import type { SandboxSettings } from './settings.js';

/** What a command in the sandbox may do. All paths have their links followed. */
export interface SandboxPolicy {
  /** Folders that may be written; everything else is read-only. */
  writable: string[];
  /** In them, what stays as it is: files that decide what may run. Those that do not exist yet must not be made. */
  fixed: string[];
  /** Folders on the way to those: they must not be renamed, or others could take their place. */
  pinned: string[];
  /** What can be neither read nor started. */
  hidden: string[];
  hasNetwork: boolean;
  /** `hidden`: all else is as it is outside. */
  holds: 'everything' | 'hidden';
}

export interface PolicyParts {
  context: PermissionContext;
  settings: SandboxSettings;
  /** Where programs are looked for. */
  path: string | undefined;
}

/** For a command that only reads. */
export function readingPolicy(parts: PolicyParts): SandboxPolicy {
  const hidden = hiddenPaths(parts);
  return { writable: [], fixed: [], pinned: [], hidden, hasNetwork: false, holds: 'everything' };
}

/** Only what rules deny; undefined: they deny nothing that is a file. */
export function denyingPolicy(parts: PolicyParts): SandboxPolicy | undefined {
  const hidden = hiddenPaths(parts);
  if (hidden.length === 0) return undefined;
  return { writable: ['/'], fixed: [], pinned: [], hidden, hasNetwork: true, holds: 'hidden' };
}

export function writingPolicy(parts: PolicyParts): SandboxPolicy {
  const { context, settings } = parts;
  const folders = [context.projectDir, ...context.additionalDirectories].map((folder) => context.realPath(folder));
  const writable = [...folders, tmpdir(), ...settings.allowWrite].map((path) => context.realPath(path));
  const wanted = [...folders.flatMap((folder) => FIXED.map((name) => join(folder, name))), ...settings.denyWrite];
  const fixed = wanted.filter((path) => !FIXED_IN_GIT.test(path) || isFolder(dirname(path)));
  return {
    writable: [...new Set(writable)],
    fixed,
    pinned: pinnedFolders(fixed, writable, context),
    hidden: hiddenPaths(parts),
    hasNetwork: settings.hasNetwork,
    holds: 'everything',
  };
}

/** The outermost first. */
function pinnedFolders(fixed: readonly string[], writable: readonly string[], context: PermissionContext): string[] {
  const found = new Set<string>();
  for (const path of fixed) {
    for (let at = dirname(path); writable.some((root) => isInside(root, at, context)); at = dirname(at)) found.add(at);
  }
  return [...found].filter(isFolder).sort((a, b) => a.length - b.length);
}

const FIXED = [
  '.git/config',
  '.git/hooks',
  '.claude',
  '.mcp.json',
  '.vscode',
  '.idea',
  '.husky',
  '.devcontainer',
  '.gitmodules',
  '.npmrc',
];
/** Without a repository there is nothing to keep. */
const FIXED_IN_GIT = /[/\\]\.git[/\\][^/\\]+$/;

function hiddenPaths({ context, settings, path }: PolicyParts): string[] {
  return [
    ...settings.denyRead.map((each) => context.realPath(each)),
    ...deniedPaths(context),
    ...deniedPrograms(context, path),
  ];
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
