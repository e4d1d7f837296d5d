import { isObject } from '@unspool/session/read';

/**
 * A project's folder, found among the paths in a value: the start of a path that matches the project's name. The name is
 * the path with `-` for every character that is not a letter or digit, so the path cannot be recovered from it.
 */
export function folderNamed(project: string, value: unknown): string | undefined {
  if (typeof value === 'string') return folderInPath(project, value);
  const values = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const each of values) {
    const found = folderNamed(project, each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function folderInPath(project: string, path: string): string | undefined {
  if (path.length > 4096 || !/^(\/|[A-Za-z]:[\\/])/.test(path)) return undefined;
  const wanted = named(project);
  for (const { index } of path.matchAll(/[\\/]|$/g)) {
    const folder = path.slice(0, index);
    if (folder !== '' && named(folder) === wanted) return folder;
  }
  return undefined;
}

function named(path: string): string {
  return path
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}
