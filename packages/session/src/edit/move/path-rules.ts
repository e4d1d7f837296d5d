import { isInsidePath, isSamePath, isWindowsPath } from '../../locate/path.js';
import { slugOf, slugsOf } from '../../locate/slug.js';

/** A place that has another name now. Paths below it change with it. */
export interface PathRule {
  from: string;
  to: string;
  /** It is the middle of a path: what stands before it does not matter. */
  isInner?: true;
  /** It is a spelling of a Windows path that looks like a Unix one (`/c/work`), so case does not matter. */
  ignoresCase?: true;
  /** It is a root, and all paths begin there: it changes only where a field holds nothing else. */
  isWhole?: true;
}

export interface Places {
  from: string;
  to: string;
  /** Home folders, so that `~/app` follows; undefined when they are not known. */
  homes?: { from: string; to: string };
}

/** Everything that says where a folder is: its path, the ways shells spell it, and the project folders named after it. */
export function rulesFor({ from, to, homes }: Places): PathRule[] {
  if (isSamePath(from, to) && isWindowsPath(from) === isWindowsPath(to)) return [];
  if (isRoot(from)) return [{ from: trimmed(from), to: trimmed(to), isWhole: true }];
  return [{ from: trimmed(from), to: trimmed(to) }, ...shellRules(from, to), ...tildeRules(from, to, homes)];
}

/** The client names a project's folder after its path; offloaded outputs are recorded with that name in the middle. */
export function projectRules(from: string, to: string): PathRule[] {
  const slug = slugOf(to);
  return slugsOf(from)
    .filter((each) => each !== slug)
    .map((each) => ({ from: `projects/${each}`, to: `projects/${slug}`, isInner: true }));
}

/** Where a path is after the move; undefined when it is not below what moved. */
export function movedPath(path: string, from: string, to: string): string | undefined {
  if (!isInsidePath(path, from)) return undefined;
  const rest = partsOf(path).slice(partsOf(from).length);
  const separator = isWindowsPath(to) ? '\\' : '/';
  if (!isRoot(to)) return [trimmed(to), ...rest].join(separator);
  return (partsOf(to)[0] ?? '') + separator + rest.join(separator);
}

/** `/`, or a drive: a client in a container is often started there. */
export function isRoot(path: string): boolean {
  return /^(\/+|[A-Za-z]:[\\/]*)$/.test(path);
}

/** The names of a path one by one; a drive is the first. */
export function partsOf(path: string): string[] {
  return path.split(isWindowsPath(path) ? /[\\/]+/ : /\/+/).filter((part) => part !== '');
}

/** Without separators at its end, so that a rule fits with and without. */
export function trimmed(path: string): string {
  const short = isWindowsPath(path) ? path.replace(/[\\/]+$/, '') : path.replace(/\/+$/, '');
  return short === '' ? path : short;
}

/** Git Bash says `/c/work`, WSL `/mnt/c/work`. */
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

/** Only where both lie in a home: otherwise the way back would give another spelling. */
function tildeRules(from: string, to: string, homes: Places['homes']): PathRule[] {
  if (!homes || !isInsidePath(from, homes.from) || !isInsidePath(to, homes.to)) return [];
  const short = (path: string, home: string) => ['~', ...partsOf(path).slice(partsOf(home).length)].join('/');
  const rule = { from: short(from, homes.from), to: short(to, homes.to) };
  return rule.from === '~' || rule.to === '~' || rule.from === rule.to ? [] : [rule];
}
