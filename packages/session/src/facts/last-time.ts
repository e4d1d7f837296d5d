import { timeOf } from '../model/node.js';
import { parseLine } from '../read/parse.js';
import { readLines, readRange } from '../read/read-lines.js';

const LINE_FEED = 10;
const TAIL = 4 * 1024;

/**
 * When a session was last continued: the time on the last line that has one, NaN when none has. Reads from the end, so
 * that most of the file is not read.
 */
export function lastTimeIn(file: string, size: number): number {
  for (let length = TAIL; ; length *= 16) {
    const from = Math.max(0, size - length);
    const time = lastTimeOf(readRange(file, from, size - from), from > 0);
    if (!Number.isNaN(time) || from === 0) return time;
    if (length > 16 * 1024 * 1024) return lastTimeByReading(file);
  }
}

/** `isCut`: the bytes begin with the rest of a line. */
export function lastTimeOf(bytes: Uint8Array, isCut: boolean): number {
  let end = bytes.length;
  while (end > 0) {
    // The line's own newline does not begin it; a negative place would count from the end of the array.
    const last = bytes[end - 1] === LINE_FEED ? end - 2 : end - 1;
    const start = last < 0 ? 0 : bytes.lastIndexOf(LINE_FEED, last) + 1;
    if (start === 0 && isCut) return Number.NaN;
    const parsed = parseLine({ bytes, start, end, number: 0, byte: 0 }, {});
    for (const object of parsed.objects.toReversed()) {
      const time = timeOf(object['timestamp']);
      if (!Number.isNaN(time)) return time;
    }
    end = start;
  }
  return Number.NaN;
}

function lastTimeByReading(file: string): number {
  let last = Number.NaN;
  for (const line of readLines(file)) {
    for (const object of line.objects) {
      const time = timeOf(object['timestamp']);
      if (!Number.isNaN(time)) last = time;
    }
  }
  return last;
}
