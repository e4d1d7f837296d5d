import type { JsonObject } from '../line/line.js';
import { parseLine } from '../line/parse.js';
import { forEachRegion, newScratch, type Region, type Scratch } from './regions.js';

const LINE_FEED = 10;

/** Calls back for a line that may hold what is looked for; false ends the search in this file. */
export type TakeLine = (objects: JsonObject[], byte: number) => boolean;

/** Finds lines by bytes: only those that hold one of the needles are parsed. */
export class TextScanner {
  private readonly scratch: Scratch = newScratch();

  constructor(private readonly needles: readonly Buffer[]) {}

  scan(file: string, take: TakeLine): void {
    let isDone = false;
    forEachRegion(file, this.scratch, (region) => {
      if (!isDone) isDone = !this.scanRegion(region, take);
    });
  }

  private scanRegion(region: Region, take: TakeLine): boolean {
    const { start, end, byte } = region;
    const bytes = region.bytes.subarray(0, end);
    const next = this.needles.map((needle) => find(bytes, needle, start));
    for (;;) {
      const at = Math.min(...next);
      if (at >= end) return true;
      const from = bytes.lastIndexOf(LINE_FEED, at) + 1;
      const newline = bytes.indexOf(LINE_FEED, at);
      const stop = newline < 0 ? end : newline + 1;
      const line = { bytes, start: from, end: stop, number: 0, byte: 0 };
      if (!take(parseLine(line, {}).objects, byte - start + from)) return false;
      next.forEach((place, index) => {
        const needle = this.needles[index];
        if (place < stop && needle) next[index] = find(bytes, needle, stop);
      });
    }
  }
}

function find(bytes: Buffer, needle: Buffer, from: number): number {
  const at = from < bytes.length ? bytes.indexOf(needle, from) : -1;
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** A text as it stands inside a JSON string: as the client writes it, and as writers do that keep to ASCII. */
export function needlesOf(text: string): Buffer[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([escaped, ascii])].map((each) => Buffer.from(each));
}
