import type { JsonObject } from '@unspool/session';
import type { FileWrite } from '../contract/thread.js';
import { objectIn, objectsIn, textIn } from '../read/values.js';
import { pathIn } from '../write/path-in.js';

/** The files that a completed tool call changed, as far as they were recorded. */
export function writesOf(part: JsonObject, cwd: string | undefined): FileWrite[] {
  const state = objectIn(part, 'state');
  const metadata = objectIn(state, 'metadata');
  const input = objectIn(state, 'input') ?? {};
  const patched = objectsIn(metadata, 'files').flatMap((each) => changeOf(each, cwd));
  if (patched.length > 0) return patched;
  const results = objectsIn(metadata, 'results').flatMap((each) => changeOf(objectIn(each, 'filediff') ?? {}, cwd));
  if (results.length > 0) return results;
  return [...changeOf({ ...objectIn(metadata, 'filediff'), diff: metadata?.diff }, cwd, textIn(input, 'filePath'))]
    .concat(part.tool === 'write' || part.tool === 'edit' ? givenBy(input, metadata, cwd) : [])
    .slice(0, 1);
}

/** A file change, given as the content before and after or as a diff. */
function changeOf(change: JsonObject, cwd: string | undefined, given?: string): FileWrite[] {
  const named = textIn(change, 'movePath') ?? textIn(change, 'filePath') ?? textIn(change, 'file') ?? given;
  if (named === undefined) return [];
  const path = pathIn(cwd, named);
  const { before, after } = change;
  const diff = textIn(change, 'diff') ?? textIn(change, 'patch');
  if (typeof before === 'string' && typeof after === 'string') {
    return [{ path, before: change.type === 'add' ? null : before, after }];
  }
  return diff === undefined ? [] : [{ path, diff }];
}

function givenBy(input: JsonObject, metadata: JsonObject | undefined, cwd: string | undefined): FileWrite[] {
  const named = textIn(input, 'filePath');
  if (named === undefined) return [];
  const path = pathIn(cwd, named);
  const { content, oldString: from, newString: to } = input;
  if (typeof content === 'string')
    return [{ path, ...(metadata?.exists === false && { before: null }), after: content }];
  return typeof from === 'string' && typeof to === 'string' ? [{ path, replaced: { from, to } }] : [];
}
