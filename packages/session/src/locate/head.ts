import type { JsonObject } from '../read/line.js';
import { readChunks } from '../read/read-lines.js';
import { LineSplitter } from '../read/split.js';

/**
 * Most files give the answer in their first chunk; the limit bounds those that never do. A first line may contain
 * pictures.
 */
const CHUNK = 8 * 1024;
const MAX_HEAD = 64 * 1024 * 1024;
/** Longer lines are not read. */
const MAX_LINE = 64 * 1024 * 1024;

/**
 * Yields the objects at the start of a file, reading only as far as the caller iterates: those of lines that begin
 * before the limit. An unreadable file has none.
 */
export function* readHead(file: string, maxBytes = MAX_HEAD): Generator<JsonObject> {
  const splitter = new LineSplitter({ maxLineBytes: MAX_LINE });
  let left = maxBytes + MAX_LINE;
  try {
    for (const chunk of readChunks(file, CHUNK)) {
      left -= chunk.length;
      if (left < 0) return;
      for (const line of splitter.push(chunk)) {
        yield* line.objects;
        if (line.byte + line.length >= maxBytes) return;
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    // A file that was deleted or is forbidden has no head; the code that lists the folder reports it.
    return;
  }
  for (const line of splitter.end()) yield* line.objects;
}
