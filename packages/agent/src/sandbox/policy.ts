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
  /** Folders it may write in; everything else is read-only. */
  writable: string[];
  /** Paths inside them that must not change: files that decide what may run. Missing ones must not be created. */
  fixed: string[];
  /** Parent folders of those: they must not be renamed, or others could take their place. */
  pinned: string[];
  /** What can be neither read nor run. */
  hidden: string[];
  hasNetwork: boolean;
  /** `hidden`: everything else is as outside. */
  holds: 'everything' | 'hidden';
}

export interface PolicyParts {
  context: PermissionContext;
  settings: SandboxSettings;
  /** The search path for programs. */
  path: string | undefined;
}

/** For a command that only reads. */
export function readingPolicy(parts: PolicyParts): SandboxPolicy {
  const hidden = hiddenPaths(parts);
  return { writable: [], fixed: [], pinned: [], hidden, hasNetwork: false, holds: 'everything' };
}

/** Hides only what rules deny; undefined if they deny nothing that is a file. */
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

/** Outermost first. */
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
/** Without a repository there is nothing to protect. */
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
