import { timeOf } from '../model/node.js';
import { lastIn } from '../read/from-end.js';
import { readLines, readRange } from '../read/read-lines.js';

const TAIL = 4 * 1024;

/**
 * Returns when a session was last continued: the time on the last line that has one, NaN if none has. Reads from the
 * end, so that most of the file is not read.
 */
export function lastTimeIn(file: string, size: number): number {
  for (let length = TAIL; ; length *= 16) {
    const from = Math.max(0, size - length);
    const time = lastTimeOf(readRange(file, from, size - from), from > 0);
    if (!Number.isNaN(time) || from === 0) return time;
    if (length > 16 * 1024 * 1024) return lastTimeByReading(file);
  }
}

/** `isCut`: the bytes begin in the middle of a line. */
export function lastTimeOf(bytes: Uint8Array, isCut: boolean): number {
  const time = lastIn(bytes, { isCut }, (object) => {
    const at = timeOf(object['timestamp']);
    return Number.isNaN(at) ? undefined : at;
  });
  return time ?? Number.NaN;
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
