import type { JsonObject } from '@unspool/session';
import { type DiffLine, diffOf } from '../../terminal/diff.js';
import { isObject } from '../aside.js';
import { type CallDetails, notes } from '../call-details.js';

/** What a call changed in a file: as the client noted it, else from what was asked. Empty for other calls. */
export function changesOf(details: CallDetails): DiffLine[] {
  const { call, input } = details;
  switch (call.name) {
    case 'Edit':
    case 'MultiEdit':
      return patchOf(notes(details)) ?? editsOf(input).flatMap(joined);
    case 'Write':
      return patchOf(notes(details)) ?? diffOf('', text(input, 'content'));
    case 'NotebookEdit':
      return diffOf(text(input, 'old_source'), text(input, 'new_source'));
    default:
      return [];
  }
}

/** A new file has a patch with nothing in it. */
function patchOf(noted: JsonObject): DiffLine[] | undefined {
  const { structuredPatch } = noted;
  if (!Array.isArray(structuredPatch) || structuredPatch.length === 0) return undefined;
  const hunks = structuredPatch.filter(isObject).map(hunkLines);
  return hunks.flatMap(joined);
}

function hunkLines({ oldStart, newStart, lines }: JsonObject): DiffLine[] {
  if (!Array.isArray(lines)) return [];
  let old = typeof oldStart === 'number' ? oldStart : 1;
  let now = typeof newStart === 'number' ? newStart : 1;
  return lines
    .filter((line) => typeof line === 'string' && !line.startsWith('\\'))
    .map((line: string): DiffLine => {
      const rest = line.slice(1);
      if (line.startsWith('-')) return { kind: '-', text: rest, number: old++ };
      if (line.startsWith('+')) return { kind: '+', text: rest, number: now++ };
      old++;
      return { kind: ' ', text: rest, number: now++ };
    });
}

function editsOf(input: JsonObject): DiffLine[][] {
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input];
  return edits.map((edit) => diffOf(text(edit, 'old_string'), text(edit, 'new_string')));
}

/** Several places of a file, with a mark between them. */
function joined(lines: DiffLine[], at: number): DiffLine[] {
  return at === 0 ? lines : [{ kind: '@', text: '' }, ...lines];
}

function text(object: JsonObject, key: string): string {
  return typeof object[key] === 'string' ? object[key] : '';
}
