import { posix, win32 } from 'node:path';
import picomatch from 'picomatch';
import type { PermissionContext, PermissionRule } from './permission.js';

type Places = Pick<PermissionContext, 'projectDir' | 'cwd' | 'home' | 'platform' | 'realPath'>;

/** All names of a path. */
export interface NamedPath {
  named: string;
  /** With its links resolved. */
  real: string;
  /** Includes the path that the system uses: there, `link/..` is the parent of the link's target. */
  names: readonly string[];
}

export function pathsOf(context: Pick<PermissionContext, 'platform'>): typeof posix {
  return context.platform === 'win32' ? win32 : posix;
}

export function namedPath(given: string, context: Places, folder = context.cwd): NamedPath {
  const { resolve, join } = pathsOf(context);
  const path = given === '~' || given.startsWith('~/') ? join(context.home, given.slice(1)) : given;
  const named = resolve(folder, path);
  const real = context.realPath(named);
  const names = new Set([named, real]);
  if (/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) names.add(walked(path, context, folder));
  return { named, real, names: [...names] };
}

/** Resolves a path as the system does: first the link, then `..`. */
function walked(path: string, context: Places, folder: string): string {
  const { isAbsolute, parse, join, dirname } = pathsOf(context);
  const root = isAbsolute(path) ? parse(path).root : '';
  let at = root === '' ? context.realPath(folder) : root;
  for (const step of path.slice(root.length).split(/[/\\]/)) {
    if (step === '..') at = dirname(at);
    else if (step !== '' && step !== '.') at = context.realPath(join(at, step));
  }
  return at;
}

/**
 * Whether a rule matches a path. Patterns are those of .gitignore: `//x` is relative to the root, `~/x` to the home
 * folder, `/x` to the folder of the settings file, everything else to the session's folder; a single name matches at any
 * depth. An allow rule must match all names of the path, a deny rule any of them.
 */
export function matchesPath(content: string, rule: PermissionRule, path: NamedPath, context: Places): boolean {
  const { folder, pattern } = anchored(content, rule, context);
  const folders = [...new Set([folder, context.realPath(folder)])];
  const matches = matcherOf(pattern, rule, context);
  const isMatch = (each: string) => folders.some((from) => matches(relativeTo(from, each, context)));
  return rule.behavior === 'allow' ? path.names.every(isMatch) : path.names.some(isMatch);
}

export function isInside(folder: string, path: string, context: Pick<PermissionContext, 'platform'>): boolean {
  return relativeTo(folder, path, context) !== undefined;
}

/** Whether a folder may contain something that the rule matches. */
export function mayMatchInside(content: string, rule: PermissionRule, folder: string, context: Places): boolean {
  const { folder: anchor, pattern } = anchored(content, rule, context);
  const isDeep = !pattern.replace(/\/$/, '').startsWith('/');
  const fixed = isDeep ? '' : (/^[^*?[{]*(?=\/|$)/.exec(pattern)?.[0] ?? '');
  const from = pathsOf(context).join(anchor, fixed);
  return [from, context.realPath(from)].some(
    (each) => isInside(each, folder, context) || isInside(folder, each, context),
  );
}

function anchored(content: string, rule: PermissionRule, context: Places): { folder: string; pattern: string } {
  const { join } = pathsOf(context);
  const text = content.replace(/\\/g, context.platform === 'win32' ? '/' : '\\');
  if (text.startsWith('//')) {
    const root = pathsOf(context).parse(context.projectDir).root || '/';
    const drive = context.platform === 'win32' ? /^\/\/([a-z])\/(.*)$/i.exec(text) : null;
    return drive ? { folder: `${drive[1]}:\\`, pattern: `/${drive[2]}` } : { folder: root, pattern: text.slice(1) };
  }
  if (text === '~' || text.startsWith('~/')) return { folder: context.home, pattern: text.slice(1) || '/**' };
  if (text.startsWith('/')) {
    const isOwn = rule.source === 'userSettings';
    return { folder: isOwn ? join(context.home, '.claude') : context.projectDir, pattern: text };
  }
  if (text.startsWith('./')) return { folder: context.cwd, pattern: text.slice(1) };
  return { folder: context.cwd, pattern: text };
}

function matcherOf(
  pattern: string,
  { behavior }: PermissionRule,
  { platform }: Places,
): (path: string | undefined) => boolean {
  const trimmed = pattern.replace(/\/$/, '');
  const isDeep = !trimmed.includes('/') || (behavior !== 'allow' && !trimmed.startsWith('/'));
  const base = isDeep ? `**/${trimmed}` : trimmed.replace(/^\//, '');
  // A folder includes everything in it.
  const globs = base.endsWith('/**') ? [base, base.slice(0, -3)] : [base, `${base}/**`];
  const nocase = behavior !== 'allow' && (platform === 'darwin' || platform === 'win32');
  const matches = globs.map((glob) => globMatcher(glob, nocase ? 'nocase' : 'case'));
  return (path) => path !== undefined && matches.some((each) => each(path));
}

const matchers = new Map<string, (path: string) => boolean>();
const MAX_MATCHERS = 1000;

/** Cached, since a sandbox checks every file of a project. */
function globMatcher(glob: string, letters: 'case' | 'nocase'): (path: string) => boolean {
  const key = `${letters} ${glob}`;
  const known = matchers.get(key);
  if (known) return known;
  const made = picomatch(glob, { dot: true, nocase: letters === 'nocase', nonegate: true });
  if (matchers.size >= MAX_MATCHERS) matchers.clear();
  matchers.set(key, made);
  return made;
}

/** The relative path with forward slashes; `.` for the folder itself; undefined for paths outside it. */
function relativeTo(folder: string, path: string, context: Pick<PermissionContext, 'platform'>): string | undefined {
  const { relative, isAbsolute } = pathsOf(context);
  const way = relative(folder, path);
  if (way === '') return '.';
  if (way === '..' || /^\.\.[/\\]/.test(way) || isAbsolute(way)) return undefined;
  return context.platform === 'win32' ? way.replace(/\\/g, '/') : way;
}
