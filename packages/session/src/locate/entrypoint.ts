import { statSync } from 'node:fs';
import { lastIn } from '../read/from-end.js';
import { readRange } from '../read/read-lines.js';
import { readHead } from './head.js';

/** Prompts name it, and pictures may come before the first prompt or after the last. */
const PART_BYTES = 256 * 1024;
/** The entrypoint on lines written by Claude Desktop. */
export const DESKTOP = 'claude-desktop';

/**
 * Whether a session was started, or last continued, in Claude Desktop. Reads only its beginning and its end, and parses
 * only lines that contain the name. `scanList` also reports it.
 */
export function isOfDesktop(file: string): boolean {
  try {
    const from = Math.max(0, statSync(file).size - PART_BYTES);
    const head = readPart(file, 0);
    if (head.includes(DESKTOP) && firstEntrypoint(file) === DESKTOP) return true;
    const tail = from === 0 ? head : readPart(file, from);
    return tail.includes(DESKTOP) && lastIn(tail, { isCut: from > 0 }, ({ entrypoint }) => entrypoint) === DESKTOP;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    // Deleted or forbidden: the commands that read it report that.
    return false;
  }
}

function firstEntrypoint(file: string): unknown {
  for (const { entrypoint } of readHead(file, PART_BYTES)) if (entrypoint !== undefined) return entrypoint;
  return undefined;
}

let room: Buffer | undefined;

/** Valid until the next part is read. */
function readPart(file: string, from: number): Buffer {
  room ??= Buffer.allocUnsafeSlow(PART_BYTES);
  const { buffer, byteOffset, length } = readRange(file, from, PART_BYTES, room);
  return Buffer.from(buffer, byteOffset, length);
}
