import type { JsonObject } from '@unspool/session';
import type { FileWrite } from '../contract/thread.js';
import { pathIn } from '../write/path-in.js';
import { textIn } from './values.js';

/** The file that a call changed, as Gemini CLI and Qwen Code record it for display. */
export function shownWrite(display: JsonObject | undefined, cwd: string | undefined, input: JsonObject): FileWrite[] {
  const after = display?.newContent;
  const path = textIn(display, 'filePath') ?? textIn(input, 'file_path') ?? textIn(display, 'fileName');
  if (typeof after !== 'string' || path === undefined) return [];
  const original = display?.originalContent;
  const isNew = display?.isNewFile === true || typeof original !== 'string' || original === '';
  return [{ path: pathIn(cwd, path), before: isNew ? null : original, after }];
}
