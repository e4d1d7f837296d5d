import { basename, join } from 'node:path';
import { isObject } from '@unspool/session/read';
import { parseJson } from '../read/parse-json.js';
import { stampOf } from '../read/stamp.js';
import { textOf } from '../read/text-of.js';
import { textIn } from '../read/values.js';
import { topOf } from './places.js';

/** The name of a file's thread, from the client's list of names; undefined if it has none. */
export function nameOf(file: string): string | undefined {
  const top = topOf(file);
  const id = threadIdIn(file);
  return top === undefined || id === undefined ? undefined : namesIn(join(top, 'session_index.jsonl')).get(id);
}

/** `rollout-<time>-<thread>`, followed by `_<rollout>` if the thread was reverted. */
export function threadIdIn(file: string): string | undefined {
  return /^rollout-.{19}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(basename(file))?.[1];
}

let known: { list: string; stamp: string; names: Map<string, string> } | undefined;

/** One list serves all files, so it is cached. The last line about a thread wins. */
function namesIn(list: string): ReadonlyMap<string, string> {
  const stamp = stampOf(list) ?? '';
  if (known?.list === list && known.stamp === stamp) return known.names;
  const names = new Map<string, string>();
  for (const line of (textOf(list) ?? '').split('\n')) {
    const entry = parsed(line);
    const id = textIn(entry, 'id');
    if (id !== undefined) names.set(id, textIn(entry, 'thread_name') ?? '');
  }
  known = { list, stamp, names };
  return names;
}

function parsed(line: string) {
  try {
    const entry: unknown = parseJson(line);
    return isObject(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}
