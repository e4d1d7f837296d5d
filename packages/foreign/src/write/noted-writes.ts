import type { JsonObject } from '@unspool/session';
import type { FileWrite } from '../contract/thread.js';
import { hunksOf } from './hunks.js';

/** Records the files that a call changed in its result, in Claude Code's format. Several files go into `files`. */
export function notedWrites(writes: readonly FileWrite[]): JsonObject {
  const [first] = writes;
  return writes.length === 1 && first ? notedWrite(first) : { files: writes.map(notedWrite) };
}

function notedWrite({ path, before, after, replaced, diff }: FileWrite): JsonObject {
  const filePath = path;
  if (after !== undefined && typeof before === 'string') {
    return { filePath, oldString: before, newString: after, originalFile: before };
  }
  if (after !== undefined && before === null) {
    return { type: 'create', filePath, content: after, originalFile: null, structuredPatch: [] };
  }
  // The previous content is unknown: the file may have existed.
  if (after !== undefined) return { type: 'update', filePath, content: after };
  if (diff !== undefined) return { filePath, structuredPatch: hunksOf(diff) };
  if (replaced !== undefined) {
    return { filePath, oldString: replaced.from, newString: replaced.to, originalFile: before ?? null };
  }
  return { filePath };
}
