import { basename, join } from 'node:path';
import { isObject } from '@unspool/session/read';
import { parseJson } from '../read/parse-json.js';
import { stampOf } from '../read/stamp.js';
import { textOf } from '../read/text-of.js';
import { textIn } from '../read/values.js';
import { topOf } from './places.js';

/** The name of the thread in a file, from the client's list of names; undefined when it has none. */
export function nameOf(file: string): string | undefined {
  const top = topOf(file);
  const id = threadIdIn(file);
  return top === undefined || id === undefined ? undefined : namesIn(join(top, 'session_index.jsonl')).get(id);
}

/** `rollout-<time>-<thread>`, and of a thread that was reverted, `_<rollout>` behind it. */
export function threadIdIn(file: string): string | undefined {
  return /^rollout-.{19}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(basename(file))?.[1];
}

let known: { list: string; stamp: string; names: Map<string, string> } | undefined;

/** The list is asked for every file, and it is one for all. Its last line about a thread holds. */
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
