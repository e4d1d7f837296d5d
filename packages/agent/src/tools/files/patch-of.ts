import type { JsonObject } from '@unspool/session';
import { structuredPatch } from 'diff';

const CONTEXT = 3;
/** Time limit: finding the smallest difference between two long texts can take very long. */
const TIMEOUT_MS = 5000;

/** The hunks of a change, in the client's format. */
export function patchOf(path: string, before: string, after: string): JsonObject[] {
  const patch = structuredPatch(path, path, before, after, undefined, undefined, {
    context: CONTEXT,
    timeout: TIMEOUT_MS,
  });
  return (patch?.hunks ?? []).map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines: lines.filter((line) => !line.startsWith('\\')),
  }));
}
