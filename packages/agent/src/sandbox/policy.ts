import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deniedPaths } from '../permissions/denied-on-disk.js';
import { isInside } from '../permissions/path-rule.js';
import type { PermissionContext } from '../permissions/permission.js';
import { deniedPrograms } from './denied-programs.js';
import type { SandboxSettings } from './settings.js';

/** What a sandboxed command may do. All paths have their links resolved. */
export interface SandboxPolicy {
  /** Folders that it may write in; everything else is read-only. */
  writable: string[];
  /** Paths inside them that it must not change or create: files that control what may run. */
  fixed: string[];
  /** Parent folders of those, which must not be renamed: others could take their place. */
  pinned: string[];
  /** Paths that can be neither read nor run. */
  hidden: string[];
  hasNetwork: boolean;
  /** With `hidden`, nothing but `hidden` is restricted. */
  holds: 'everything' | 'hidden';
}

export interface PolicyParts {
  context: PermissionContext;
  settings: SandboxSettings;
  /** The search path for programs. */
  path: string | undefined;
}

/** The policy for a command that only reads. */
export function readingPolicy(parts: PolicyParts): SandboxPolicy {
  const hidden = hiddenPaths(parts);
  return { writable: [], fixed: [], pinned: [], hidden, hasNetwork: false, holds: 'everything' };
}

/** Only hides what rules deny; undefined if there is nothing to hide. */
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

/** The folders' parents, outermost first. */
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
/** Skipped where there is no repository. */
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
