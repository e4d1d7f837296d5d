import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { toolNamed } from '../tools/registry.js';
import type { ChangingCall } from './changes.js';

/**
 * Returns the text of a file before a call changed it; empty for a new file. Undefined if the client did not record it,
 * as for files above 10,000 characters.
 */
export function textBefore({ noted }: ChangingCall): string | undefined {
  if (!isObject(noted)) return undefined;
  if (noted['type'] === 'create') return '';
  for (const member of ['originalFile', 'originalFileContents']) {
    if (typeof noted[member] === 'string') return noted[member];
  }
  return undefined;
}

/**
 * Returns the text of a file after a call changed it, rebuilt from the texts that it replaced. The client's patch would
 * not do: it turns tabs into spaces. Undefined if the text before is needed and unknown, or is not what was replaced.
 */
export function editedText({ name, input, noted }: ChangingCall, before: string | undefined): string | undefined {
  const { change } = toolNamed(name);
  if (!change) return undefined;
  const { from, to } = change;
  if (from === undefined) return text(input, to);
  let now = before;
  for (const edit of editsIn(input, isObject(noted) ? noted : {}, { from, to })) {
    if (now === undefined || !now.includes(edit.from)) return undefined;
    now = edit.isAll ? now.replaceAll(edit.from, () => edit.to) : now.replace(edit.from, () => edit.to);
  }
  return now;
}

/** Returns the text of a file that a call read from its first line to its last. */
export function wholeTextRead(noted: unknown): string | undefined {
  const file = isObject(noted) ? noted['file'] : undefined;
  if (!isObject(file) || typeof file['content'] !== 'string') return undefined;
  return file['startLine'] === 1 && file['numLines'] === file['totalLines'] ? file['content'] : undefined;
}

/** The client records the text that it really replaced; the model's may differ in quotes. */
function editsIn(input: JsonObject, noted: JsonObject, { from, to }: { from: string; to: string }) {
  if (typeof noted['oldString'] === 'string' && typeof noted['newString'] === 'string') {
    return [{ from: noted['oldString'], to: noted['newString'], isAll: noted['replaceAll'] === true }];
  }
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input];
  return edits.map((edit) => ({ from: text(edit, from), to: text(edit, to), isAll: edit['replace_all'] === true }));
}

function text(object: JsonObject, key: string): string {
  return typeof object[key] === 'string' ? object[key] : '';
}
