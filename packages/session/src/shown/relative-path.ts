import { isInsidePath } from '../locate/path.js';

/** Returns a path relative to the session's folder, whichever system wrote it. */
export function relativePath(path: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '' || path.length <= cwd.length || !isInsidePath(path, cwd)) return path;
  const rest = path.slice(cwd.length).replace(/^[\\/]+/, '');
  // The folder may be the same in another spelling; cutting by length would then cut at the wrong place.
  return isInsidePath(`${cwd}/${rest}`, path) ? rest : path;
}
