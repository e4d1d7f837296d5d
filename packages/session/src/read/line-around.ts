import { readRange } from './read-lines.js';

const LINE_FEED = 10;
const CHUNK = 256 * 1024;

/**
 * Finds the line that contains a byte without parsing anything, so that damaged lines are found too. `from` is the
 * start of a line at or before it. Only the beginning of a line longer than `most` is returned.
 */
export function lineAround(
  file: string,
  byte: number,
  { from, most = 64 * 1024 * 1024 }: { from: number; most?: number },
): { byte: number; length: number } | undefined {
  let start = from;
  for (let at = from; ; ) {
    const chunk = readRange(file, at, CHUNK);
    for (let next = chunk.indexOf(LINE_FEED); next >= 0; next = chunk.indexOf(LINE_FEED, next + 1)) {
      const end = at + next + 1;
      if (end > byte) return { byte: start, length: Math.min(most, end - start) };
      start = end;
    }
    at += chunk.length;
    const isLast = chunk.length < CHUNK;
    if (isLast && start === at) return undefined;
    if (isLast || (byte < at && at - start > most)) return { byte: start, length: Math.min(most, at - start) };
  }
}
