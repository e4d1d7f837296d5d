import { isInsidePath, isSamePath, isWindowsPath } from '../../locate/path.js';
import { slugsOf } from '../../locate/slug.js';

/** A folder that has a new path. Paths below it change too. */
export interface PathRule {
  from: string;
  to: string;
  /** Matches in the middle of a path, whatever precedes it. */
  isInner?: true;
  /** A Windows path spelled like a Unix path (`/c/work`): case does not matter. */
  ignoresCase?: true;
  /** A root. Every path starts with it, so it changes only where it is the whole value of a field. */
  isWhole?: true;
}

export interface Places {
  from: string;
  to: string;
  /** Home folders, so that `~/app` changes too; undefined when they are unknown. */
  homes?: { from: string; to: string };
}

/** Rules for every way to write a folder's path. */
export function rulesFor({ from, to, homes }: Places): PathRule[] {
  if (isSamePath(from, to) && isWindowsPath(from) === isWindowsPath(to)) return [];
  if (isRoot(from)) return [{ from: trimmed(from), to: trimmed(to), isWhole: true }];
  return [{ from: trimmed(from), to: trimmed(to) }, ...shellRules(from, to), ...tildeRules(from, to, homes)];
}

/** The client names a project's folder after its path, and paths of offloaded outputs contain that name. */
export function projectRules(from: string, project: string): PathRule[] {
  return slugsOf(from)
    .filter((each) => each !== project)
    .map((each) => ({ from: `projects/${each}`, to: `projects/${project}`, isInner: true }));
}

/** Returns the path after the move; undefined if it is not inside the moved folder. */
export function movedPath(path: string, from: string, to: string): string | undefined {
  if (!isInsidePath(path, from)) return undefined;
  const rest = partsOf(path).slice(partsOf(from).length);
  const separator = isWindowsPath(to) ? '\\' : '/';
  if (!isRoot(to)) return [trimmed(to), ...rest].join(separator);
  return (partsOf(to)[0] ?? '') + separator + rest.join(separator);
}

/** Whether a path is `/` or a drive. Clients in containers are often started there. */
export function isRoot(path: string): boolean {
  return /^(\/+|[A-Za-z]:[\\/]*)$/.test(path);
}

/** Returns the names in a path, starting with the drive. */
export function partsOf(path: string): string[] {
  return path.split(isWindowsPath(path) ? /[\\/]+/ : /\/+/).filter((part) => part !== '');
}

/** Without trailing separators, so that a rule matches with and without them. */
export function trimmed(path: string): string {
  const short = isWindowsPath(path) ? path.replace(/[\\/]+$/, '') : path.replace(/\/+$/, '');
  return short === '' ? path : short;
}

/** Git Bash writes `/c/work`, WSL `/mnt/c/work`. */
function shellRules(from: string, to: string): PathRule[] {
  if (!isDrivePath(from)) return [];
  return ['', '/mnt'].map((prefix) => ({
    from: shellSpelling(from, prefix),
    to: isDrivePath(to) ? shellSpelling(to, prefix) : trimmed(to),
    ignoresCase: true,
  }));
}

function isDrivePath(path: string): boolean {
  return /^[A-Za-z]:/.test(path);
}

function shellSpelling(path: string, prefix: string): string {
  const [drive = '', ...rest] = partsOf(path);
  return [prefix, drive.charAt(0).toLowerCase(), ...rest].join('/');
}

/** Applies only when both are inside a home folder; otherwise moving back would give a different spelling. */
function tildeRules(from: string, to: string, homes: Places['homes']): PathRule[] {
  if (!homes || !isInsidePath(from, homes.from) || !isInsidePath(to, homes.to)) return [];
  const short = (path: string, home: string) => ['~', ...partsOf(path).slice(partsOf(home).length)].join('/');
  const rule = { from: short(from, homes.from), to: short(to, homes.to) };
  return rule.from === '~' || rule.to === '~' || rule.from === rule.to ? [] : [rule];
}
