import { forEachEntry } from '../read/line-reader.js';
import { COUNTER, type UsageRecord } from './usage.js';
import { UsageCursor } from './usage-cursor.js';

/** `byte` is where the line starts. */
export type TakeUsage = (record: UsageRecord, byte: number) => void;

/** The member that identifies the result of a web search. */
export const SEARCH_COUNTER = '"searchCount"';

/** Calls `take` for every line of a file that reports usage: of a reply, or of web searches. */
export function forEachUsage(file: string, take: TakeUsage): void {
  const cursor = new UsageCursor();
  forEachEntry(
    file,
    (fields, byte) => {
      const record = cursor.usageIn(fields);
      if (record) take(record, byte);
    },
    { holding: [COUNTER, SEARCH_COUNTER] },
  );
}
