import { projectName } from '@unspool/session/locate';

/** Names for folders: the last part of the path, with as many more parts as are needed to tell folders apart. */
export function projectNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(paths.map((path) => [path, projectName(path)]));
  for (let count = 2; ; count++) {
    const users = new Map<string, number>();
    for (const name of names.values()) users.set(name, (users.get(name) ?? 0) + 1);
    let isLonger = false;
    for (const [path, name] of names) {
      const longer = (users.get(name) ?? 0) > 1 ? lastParts(path, count) : name;
      if (longer === name) continue;
      names.set(path, longer);
      isLonger = true;
    }
    if (!isLonger) return names;
  }
}

/** Paths with at most this many parts are shown whole. */
function lastParts(path: string, count: number): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return parts.length <= count ? path : parts.slice(-count).join('/');
}
