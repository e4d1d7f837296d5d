import { slugOf } from '../../src/locate/slug.js';

/** Returns what is sent, with either path, in any spelling, replaced by a mark, for a comparison that ignores paths. */
export function withoutPath(value: unknown, ...paths: string[]): string {
  let text = JSON.stringify(value);
  for (const path of paths.sort((a, b) => b.length - a.length)) {
    for (const spelling of [path, slugOf(path), shellSpelling(path)])
      text = text.replaceAll(anySpelling(spelling), '@');
  }
  return text;
}

/** Returns where two texts differ, with some context; empty if they do not. */
export function firstDifference(a: string, b: string): string {
  if (a === b) return '';
  let at = 0;
  while (a[at] === b[at]) at++;
  return `${a.slice(Math.max(0, at - 60), at + 60)}\n≠\n${b.slice(Math.max(0, at - 60), at + 60)}`;
}

function anySpelling(path: string): RegExp {
  const parts = path.split(/[\\/]+/).map((part) => part.replace(/[.*+?^${}()|[\]]/g, '\\$&'));
  return new RegExp(parts.join('(?:/|\\\\+)'), 'gi');
}

function shellSpelling(path: string): string {
  return path.replace(/^([A-Za-z]):/, '/$1');
}
