import type { JsonObject } from '@unspool/session';
import type { FileWrite } from '../contract/thread.js';
import { textIn } from '../read/values.js';
import { pathIn } from '../write/path-in.js';

/** The file that a call was meant to change, from its input. Results do not contain it. */
export function writesOf(input: JsonObject, cwd: string | undefined): FileWrite[] {
  const given = textIn(input, 'path') ?? textIn(input, 'file_path');
  if (given === undefined) return [];
  const path = pathIn(cwd, given);
  const { contents = input.content, old_string: from, new_string: to } = input;
  if (typeof contents === 'string') return [{ path, after: contents }];
  return typeof from === 'string' && typeof to === 'string' ? [{ path, replaced: { from, to } }] : [];
}
