import { statSync } from 'node:fs';
import { lastIn } from '../read/from-end.js';
import { readRange } from '../read/read-lines.js';
import { readHead } from './head.js';

/** Prompts name it, and pictures may stand before the first or behind the last one. */
const LOOKED_AT = 256 * 1024;

/** Whether a session was started, or last continued, in Claude Desktop. Reads only its beginning and its end. */
export function isOfDesktop(file: string): boolean {
  return firstEntrypoint(file) === DESKTOP || lastEntrypoint(file) === DESKTOP;
}

const DESKTOP = 'claude-desktop';

function firstEntrypoint(file: string): unknown {
  for (const { entrypoint } of readHead(file, LOOKED_AT)) if (entrypoint !== undefined) return entrypoint;
  return undefined;
}

function lastEntrypoint(file: string): unknown {
  try {
    const { size } = statSync(file);
    const from = Math.max(0, size - LOOKED_AT);
    return lastIn(readRange(file, from, size - from), { isCut: from > 0 }, ({ entrypoint }) => entrypoint);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    // Gone or forbidden: the commands that read it report that.
    return undefined;
  }
}
