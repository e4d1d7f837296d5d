import { lstatSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathRule, rulesOfUse } from '../permissions/decide-path.js';
import { isInside, mayLieIn, namedPath } from '../permissions/path-rule.js';
import type { PermissionContext } from '../permissions/permission.js';
import type { SandboxSettings } from './settings.js';

/** What a command in the sandbox may do. All paths have their links followed. */
export interface SandboxPolicy {
  /** Folders that may be written; everything else is read-only. */
  writable: string[];
  /** In them, what stays as it is: files that decide what may run. Those that do not exist yet must not be made. */
  fixed: string[];
  /** Folders on the way to those: they must not be renamed, or others could take their place. */
  pinned: string[];
  /** What cannot be read. */
  hidden: string[];
  hasNetwork: boolean;
}

/** For a command that only reads. */
export function readingPolicy(context: PermissionContext, settings: SandboxSettings): SandboxPolicy {
  return { writable: [], fixed: [], pinned: [], hidden: hiddenPaths(context, settings), hasNetwork: false };
}

export function writingPolicy(context: PermissionContext, settings: SandboxSettings): SandboxPolicy {
  const folders = [context.projectDir, ...context.additionalDirectories].map((folder) => context.realPath(folder));
  const writable = [...folders, tmpdir(), ...settings.allowWrite].map((path) => context.realPath(path));
  const wanted = [...folders.flatMap((folder) => FIXED.map((name) => join(folder, name))), ...settings.denyWrite];
  const fixed = wanted.filter((path) => !FIXED_IN_GIT.test(path) || isFolder(dirname(path)));
  return {
    writable: [...new Set(writable)],
    fixed,
    pinned: pinnedFolders(fixed, writable, context),
    hidden: hiddenPaths(context, settings),
    hasNetwork: settings.hasNetwork,
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

/** How many names are looked at for rules that mean a name at any depth. */
const MOST = 100_000;

function hiddenPaths(context: PermissionContext, { denyRead }: SandboxSettings): string[] {
  const found = denyRead.map((path) => context.realPath(path));
  const rules = rulesOfUse('read', 'deny', context).filter(({ content }) => content !== undefined);
  if (rules.length === 0) return found;
  const scoped = { ...context, realPath: remembered(context.realPath), rules: rules.map(({ rule }) => rule) };
  const { projectDir, additionalDirectories, home } = context;
  const queue = [projectDir, ...additionalDirectories].map((path): Entry => ({ path, kind: 'start' }));
  // Rules for the home folder or the root name what is near them.
  for (const { content = '' } of rules) {
    if (/^(?:~|\/\/)/.test(content)) queue.push({ path: fixedPart(content, home), kind: 'start' });
  }
  // The list grows while it is gone through.
  for (const { path, kind } of queue) {
    const isReal = kind === 'file' || kind === 'folder';
    const named = isReal ? { named: path, real: path, names: [path] } : namedPath(path, context);
    if (pathRule('read', 'deny', named, scoped)) found.push(named.real);
    else if ((kind === 'folder' || kind === 'start') && queue.length < MOST && isFolder(named.real)) {
      const mayHold = rules.some(({ content = '', rule }) => mayLieIn(content, rule, named.real, scoped));
      if (mayHold && !/[/\\]\.git[/\\]objects$/.test(path)) queue.push(...entriesOf(named.real));
    }
  }
  return [...new Set(found)].filter(
    (path, _, all) => !all.some((each) => each !== path && isInside(each, path, context)),
  );
}

interface Entry {
  path: string;
  /** What is behind a link is not looked at; `start` is where a search begins, and may be one. */
  kind: 'file' | 'folder' | 'link' | 'start';
}

function remembered(realPath: (path: string) => string): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    const real = known.get(path) ?? realPath(path);
    known.set(path, real);
    return real;
  };
}

/** `~/.ssh/**` is `.ssh` in the home folder. */
function fixedPart(content: string, home: string): string {
  const fixed = content.split('/').filter((part) => part !== '');
  const end = fixed.findIndex((part) => /[*?[{]/.test(part));
  const parts = end === -1 ? fixed : fixed.slice(0, end);
  return content.startsWith('~') ? join(home, ...parts.slice(1)) : join('/', ...parts);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function entriesOf(folder: string): Entry[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((each) => ({
      path: join(folder, each.name),
      kind: each.isDirectory() ? 'folder' : each.isSymbolicLink() ? 'link' : 'file',
    }));
  } catch {
    // Not ours to read: nor is it the command's.
    return [];
  }
}
