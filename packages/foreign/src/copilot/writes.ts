import type { JsonObject } from '@unspool/session';
import type { FileWrite } from '../contract/thread.js';
import { objectIn, objectsIn, textIn } from '../read/values.js';
import { pathIn } from '../write/path-in.js';

/** The files that a call changed, from its input if that has the whole file, else from the diff in its result. */
export function writesOf(complete: JsonObject, input: JsonObject, cwd: string | undefined): FileWrite[] {
  const given = textIn(input, 'path');
  const { file_text: after, old_str: from, new_str: to } = input;
  if (given !== undefined && typeof after === 'string') return [{ path: pathIn(cwd, given), before: null, after }];
  const diffs = diffsIn(textIn(objectIn(complete, 'result'), 'detailedContent') ?? '');
  const edits = objectsIn(complete, 'fileEdits').map((edit) => textIn(edit, 'path'));
  const paths = edits.length === diffs.length ? edits : [];
  if (diffs.length > 0) {
    return diffs.map(({ path, diff }, at) => ({ path: pathIn(cwd, paths[at] ?? given ?? path), diff }));
  }
  if (given === undefined || typeof from !== 'string' || typeof to !== 'string') return [];
  return [{ path: pathIn(cwd, given), replaced: { from, to } }];
}

/** The parts of a Git diff, whose paths are absolute except that the first slash is missing. */
function diffsIn(text: string): { path: string; diff: string }[] {
  if (!/^\s*diff --git /.test(text)) return [];
  return text
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((diff) => ({
      path: `/${/^\+\+\+ b\/(.*)$/m.exec(diff)?.[1] ?? /^--- a\/(.*)$/m.exec(diff)?.[1] ?? ''}`,
      diff,
    }));
}
