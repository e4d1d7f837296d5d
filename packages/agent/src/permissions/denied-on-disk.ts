import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { pathRule, rulesOfUse } from './decide-path.js';
import { isInside, mayMatchInside, namedPath } from './path-rule.js';
import type { PermissionContext } from './permission.js';

/** How many names to check for rules that match at any depth. */
const MAX_NAMES = 100_000;

/** Existing files and folders that Read rules deny, and other names (hard links) of those files. */
export function deniedPaths(context: PermissionContext): string[] {
  const named = deniedNames(context);
  const isDenied = inodesOf(named);
  if (isDenied.size === 0) return named;
  const others = everythingIn([context.projectDir, ...context.additionalDirectories]).filter((path) => {
    const facts = factsOf(path);
    return facts !== undefined && isLinked(facts) && isDenied.has(keyOf(facts));
  });
  return [...new Set([...named, ...others])];
}

/** Returns a function that finds a file's denied name, if it was opened under another one (a hard link). */
export function deniedNameFinder(context: PermissionContext): (path: string) => string | undefined {
  let known: Map<string, string> | undefined;
  return (path) => {
    const facts = factsOf(path);
    if (!facts || !isLinked(facts)) return undefined;
    known ??= inodesOf(deniedNames(context));
    return known.get(keyOf(facts));
  };
}

function deniedNames(context: PermissionContext): string[] {
  const found: string[] = [];
  const rules = rulesOfUse('read', 'deny', context).filter(({ content }) => content !== undefined);
  if (rules.length === 0) return found;
  const { deniedNameOf: _, ...plain } = context;
  const scoped = { ...plain, realPath: remembered(context.realPath), rules: rules.map(({ rule }) => rule) };
  const { projectDir, additionalDirectories, home } = context;
  const queue = [projectDir, ...additionalDirectories].map((path): Entry => ({ path, kind: 'start' }));
  // Also search where rules outside the project begin.
  for (const { content = '' } of rules) {
    if (/^(?:~|\/\/)/.test(content)) queue.push({ path: fixedPart(content, home), kind: 'start' });
  }
  // The list grows while it is iterated.
  for (const { path, kind } of queue) {
    const isReal = kind === 'file' || kind === 'folder';
    const named = isReal ? { named: path, real: path, names: [path] } : namedPath(path, context);
    if (pathRule('read', 'deny', named, scoped)) found.push(named.real);
    else if ((kind === 'folder' || kind === 'start') && queue.length < MAX_NAMES && isFolder(named.real)) {
      const mayHold = rules.some(({ content = '', rule }) => mayMatchInside(content, rule, named.real, scoped));
      if (mayHold && !OBJECTS.test(path)) queue.push(...entriesOf(named.real));
    }
  }
  return [...new Set(found)].filter(
    (path, _, all) => !all.some((each) => each !== path && isInside(each, path, context)),
  );
}

const OBJECTS = /[/\\]\.git[/\\]objects$/;

/** Those of the files that have more than one name. */
function inodesOf(paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of everythingIn(paths)) {
    const facts = factsOf(path);
    if (facts && isLinked(facts)) found.set(keyOf(facts), path);
  }
  return found;
}

function everythingIn(paths: readonly string[]): string[] {
  const found = [...paths];
  // The list grows while it is iterated.
  for (const path of found) {
    if (found.length > MAX_NAMES) break;
    if (isFolder(path) && !OBJECTS.test(path)) found.push(...entriesOf(path).map((each) => each.path));
  }
  return found;
}

function isLinked(facts: Stats): boolean {
  return facts.isFile() && facts.nlink > 1;
}

function keyOf({ dev, ino }: Stats): string {
  return `${dev} ${ino}`;
}

function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // We may not read it, and neither may the command.
    return undefined;
  }
}

interface Entry {
  path: string;
  /** Links are not followed; `start` is where a search begins, and may itself be a link. */
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

/** The path before the first pattern: for `~/.ssh/**`, `.ssh` in the home folder. */
function fixedPart(content: string, home: string): string {
  const fixed = content.split('/').filter((part) => part !== '');
  const end = fixed.findIndex((part) => /[*?[{]/.test(part));
  const parts = end === -1 ? fixed : fixed.slice(0, end);
  return content.startsWith('~') ? join(home, ...parts.slice(1)) : join('/', ...parts);
}

function isFolder(path: string): boolean {
  return factsOf(path)?.isDirectory() ?? false;
}

function entriesOf(folder: string): Entry[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((each) => ({
      path: join(folder, each.name),
      kind: each.isDirectory() ? 'folder' : each.isSymbolicLink() ? 'link' : 'file',
    }));
  } catch {
    // We may not read it, and neither may the command.
    return [];
  }
}
