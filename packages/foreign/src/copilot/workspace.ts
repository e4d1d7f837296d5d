import { dirname, join } from 'node:path';
import { textOf } from '../read/text-of.js';

export const WORKSPACE = 'workspace.yaml';

/** The file of metadata next to a session's events: a flat list of `key: value`. */
export function workspaceOf(events: string): ReadonlyMap<string, string> {
  const text = textOf(join(dirname(events), WORKSPACE)) ?? '';
  return new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [, key, value] = /^(\w+): (.+)$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, unquoted(value.trim())]];
    }),
  );
}

function unquoted(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
