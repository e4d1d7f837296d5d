import { timeOf } from '../graph/node.js';
import { readRange } from '../line/read-lines.js';
import { LineSplitter } from '../line/split.js';
import { ListScanner } from '../scan/scan-list.js';

const TAIL = 64 * 1024;

/**
 * When a session went on last: the time of the last line that has one, NaN when none has. Mostly only the end of the
 * file is read. The same as the `endedAt` of a list.
 */
export function lastTimeIn(file: string, size: number): number {
  const from = Math.max(0, size - TAIL);
  const time = lastTimeOf(readRange(file, from, size - from), from > 0);
  if (!Number.isNaN(time) || from === 0) return time;
  return new ListScanner().scan({ main: file, agents: [], size }).endedAt;
}

function lastTimeOf(bytes: Uint8Array, isCut: boolean): number {
  const splitter = new LineSplitter({});
  const lines = [...splitter.push(bytes), ...splitter.end()];
  // The first line of a part of a file is the rest of a line.
  for (const line of isCut ? lines.slice(1).toReversed() : lines.toReversed()) {
    for (const object of line.objects.toReversed()) {
      const time = timeOf(object['timestamp']);
      if (!Number.isNaN(time)) return time;
    }
  }
  return Number.NaN;
}
