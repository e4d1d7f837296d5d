import { isInsidePath } from '../locate/path.js';

/** A path relative to the session's folder, whichever system wrote it. */
export function relativePath(path: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '' || path.length <= cwd.length || !isInsidePath(path, cwd)) return path;
  const rest = path.slice(cwd.length).replace(/^[\\/]+/, '');
  // The same place in another spelling: cutting by length would cut in the wrong place.
  return isInsidePath(`${cwd}/${rest}`, path) ? rest : path;
}
