import type { JsonObject } from '../line/line.js';
import { readChunks } from '../line/read-lines.js';
import { LineSplitter } from '../line/split.js';

/** Most files answer within their first chunk; the limit bounds those that never do. */
const CHUNK = 8 * 1024;
const MAX_HEAD = 8 * 1024 * 1024;

/**
 * The objects at the start of a file, read only as far as they are asked for. A file that cannot be read has none.
 * The objects of a line that reaches over the limit are not among them.
 */
export function* readHead(file: string, maxBytes = MAX_HEAD): Generator<JsonObject> {
  const splitter = new LineSplitter({ maxLineBytes: maxBytes });
  let left = maxBytes;
  try {
    for (const chunk of readChunks(file, Math.min(CHUNK, maxBytes))) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      for (const line of splitter.push(part)) yield* line.objects;
      if (left === 0) return;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    // A file that vanished or is forbidden answers no question; who lists the folder reports it.
    return;
  }
  for (const line of splitter.end()) yield* line.objects;
}
