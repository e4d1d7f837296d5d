import type { JsonObject } from './line.js';
import { parseLine } from './parse.js';

const LINE_FEED = 10;

/**
 * Returns the result of the last object in these bytes for which `read` gives one. `isCut`: the bytes begin with the
 * rest of a line, which is skipped.
 */
export function lastIn<T>(
  bytes: Uint8Array,
  { isCut }: { isCut: boolean },
  ask: (object: JsonObject) => T | undefined,
): T | undefined {
  let end = bytes.length;
  while (end > 0) {
    // The line's own newline does not begin it, and a negative index would count from the end of the array.
    const last = bytes[end - 1] === LINE_FEED ? end - 2 : end - 1;
    const start = last < 0 ? 0 : bytes.lastIndexOf(LINE_FEED, last) + 1;
    if (start === 0 && isCut) return undefined;
    const parsed = parseLine({ bytes, start, end, number: 0, byte: 0 }, {});
    for (const object of parsed.objects.toReversed()) {
      const answer = ask(object);
      if (answer !== undefined) return answer;
    }
    end = start;
  }
  return undefined;
}
