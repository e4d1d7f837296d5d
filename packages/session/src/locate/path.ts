/**
 * Paths as sessions record them, in the format of the system that wrote the session. So Windows paths are understood on
 * Linux too, and nothing here depends on the current system.
 */

/** Returns the name to show for a working folder: its last part. */
export function projectName(cwd: string): string {
  const { root, parts } = split(cwd);
  return parts.at(-1) ?? (root === '' ? cwd : root);
}

/**
 * Whether two recorded paths denote the same place. Windows paths ignore case and the kind of separator; Unix paths do
 * not.
 */
export function isSamePath(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

/** Whether `path` is `folder` or below it. */
export function isInsidePath(path: string, folder: string): boolean {
  const inner = comparable(path);
  const outer = comparable(folder);
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** Returns the last part of a path of either system; empty if it ends in a separator. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

export function isWindowsPath(path: string): boolean {
  return /^[A-Za-z]:($|[\\/])/.test(path) || path.startsWith('\\\\');
}

/** Returns one spelling for all spellings of a path, for comparison only. Do not open it. */
export function comparable(path: string): string {
  const { root, parts } = split(path);
  const joined = root + parts.join('/');
  return isWindowsPath(path) ? joined.toLowerCase() : joined;
}

function split(path: string): { root: string; parts: string[] } {
  if (isWindowsPath(path)) return splitWindows(path);
  return { root: path.startsWith('/') ? '/' : '', parts: cleaned(path.split('/')) };
}

function splitWindows(path: string): { root: string; parts: string[] } {
  // `\\?\C:\x` and `\\?\UNC\host\share` are the long spellings of `C:\x` and `\\host\share`.
  const short = path.replace(/^\\\\[?.]\\UNC\\/i, '\\\\').replace(/^\\\\[?.]\\(?=[A-Za-z]:)/, '');
  const pieces = short.split(/[\\/]/);
  if (!short.startsWith('\\\\')) return { root: `${pieces[0]}/`, parts: cleaned(pieces.slice(1)) };
  const [host = '', share = '', ...rest] = pieces.slice(2);
  return { root: `//${host}/${share}/`, parts: cleaned(rest) };
}

function cleaned(parts: string[]): string[] {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(part);
  }
  return kept;
}
