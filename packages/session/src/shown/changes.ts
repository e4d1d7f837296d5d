import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { isKnownTool, toolNamed } from '../tools/registry.js';
import { type DiffLine, diffOf } from './line-diff.js';

/** A call that may have changed a file: its arguments, and the client's record of the result. */
export interface ChangingCall {
  name: string;
  input: JsonObject;
  noted: unknown;
}

/** A part of a file that changed. Its place is known only if the client recorded it. */
export interface Hunk {
  oldStart: number | undefined;
  newStart: number | undefined;
  lines: DiffLine[];
}

/**
 * Returns what a call changed in a file: as the client recorded it, otherwise from its arguments. Empty for other
 * calls.
 */
export function hunksOf({ name, input, noted }: ChangingCall): Hunk[] {
  const { change } = toolNamed(name);
  if (!change) return notedFiles(name, noted).flatMap(notedHunks);
  const { from, to } = change;
  return patchOf(noted) ?? (from === undefined ? wholeFile(text(input, to), noted) : editsOf(input, from, to));
}

/** Returns all changes of a call as one list of lines, with a mark between hunks. */
export function changesOf(call: ChangingCall): DiffLine[] {
  return hunksOf(call).flatMap(({ lines }, at): DiffLine[] => (at === 0 ? lines : [{ kind: '@', text: '' }, ...lines]));
}

/** The files that the result of another agent's call says it changed. */
function notedFiles(name: string, noted: unknown): JsonObject[] {
  if (!isObject(noted) || isKnownTool(name)) return [];
  const files = Array.isArray(noted['files']) ? noted['files'].filter(isObject) : [noted];
  return files.filter((file) => typeof file['filePath'] === 'string');
}

/** Returns the paths of the files that a call of another agent changed. */
export function notedPathsOf({ name, noted }: Pick<ChangingCall, 'name' | 'noted'>): string[] {
  return notedFiles(name, noted).map((file) => String(file['filePath']));
}

function notedHunks(file: JsonObject): Hunk[] {
  const { content, oldString, newString } = file;
  const patch = patchOf(file);
  if (patch) return patch;
  if (typeof content === 'string') return unplaced(diffOf('', withoutLastBreak(content)));
  if (typeof oldString !== 'string' || typeof newString !== 'string') return [];
  return unplaced(diffOf(withoutLastBreak(oldString), withoutLastBreak(newString)));
}

function wholeFile(content: string, noted: unknown): Hunk[] {
  return isUpdate(noted) ? [] : unplaced(diffOf('', withoutLastBreak(content)));
}

/** True for an existing file with an empty patch: it was written unchanged. */
function isUpdate(noted: unknown): boolean {
  return isObject(noted) && noted['type'] === 'update' && Array.isArray(noted['structuredPatch']);
}

/** The patch of a new file is empty. */
function patchOf(noted: unknown): Hunk[] | undefined {
  const patch = isObject(noted) ? noted['structuredPatch'] : undefined;
  if (!Array.isArray(patch) || patch.length === 0) return undefined;
  return patch.filter(isObject).map(hunkOf);
}

function hunkOf({ oldStart, newStart, lines }: JsonObject): Hunk {
  const from = { old: typeof oldStart === 'number' ? oldStart : 1, now: typeof newStart === 'number' ? newStart : 1 };
  const hunk: Hunk = { oldStart: from.old, newStart: from.now, lines: [] };
  let { old, now } = from;
  for (const line of Array.isArray(lines) ? lines : []) {
    if (typeof line !== 'string' || line.startsWith('\\')) continue;
    const rest = line.slice(1);
    if (line.startsWith('-')) hunk.lines.push({ kind: '-', text: rest, number: old++ });
    else if (line.startsWith('+')) hunk.lines.push({ kind: '+', text: rest, number: now++ });
    else {
      old++;
      hunk.lines.push({ kind: ' ', text: rest, number: now++ });
    }
  }
  return hunk;
}

function editsOf(input: JsonObject, from: string, to: string): Hunk[] {
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input];
  return edits.flatMap((edit) => unplaced(diffOf(text(edit, from), text(edit, to))));
}

function unplaced(lines: DiffLine[]): Hunk[] {
  return [{ oldStart: undefined, newStart: undefined, lines }];
}

/** A line break at the end does not begin another line. */
function withoutLastBreak(content: string): string {
  return content.replace(/\n$/, '');
}

function text(object: JsonObject, key: string): string {
  return typeof object[key] === 'string' ? object[key] : '';
}
