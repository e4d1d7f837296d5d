import type { JsonObject } from '../line/line.js';
import { parseLine } from '../line/parse.js';
import type { Needle } from './needle.js';
import { NeedleKernel } from './needle-kernel.js';
import { forEachRegion, type Region } from './regions.js';

const LINE_FEED = 10;

/** Calls back for a line that may hold what is looked for; false ends the search in this file. */
export type TakeLine = (objects: JsonObject[], byte: number) => boolean;

/** Finds lines by bytes: only those that hold one of the needles are parsed. */
export class TextScanner {
  private readonly kernel: NeedleKernel;

  constructor(needles: readonly Needle[]) {
    this.kernel = new NeedleKernel(needles);
  }

  scan(file: string, take: TakeLine): void {
    let isDone = false;
    forEachRegion(file, this.kernel, (region) => {
      if (!isDone) isDone = !this.scanRegion(region, take);
    });
  }

  private scanRegion({ bytes, start, end, byte }: Region, take: TakeLine): boolean {
    const region = bytes.subarray(0, end);
    let next = start;
    for (;;) {
      const at = next < end ? this.kernel.find(next, end) : end;
      if (at >= end) return true;
      // What stands before the region is none of its business.
      const from = Math.max(start, region.lastIndexOf(LINE_FEED, at) + 1);
      const newline = region.indexOf(LINE_FEED, at);
      next = newline < 0 ? end : newline + 1;
      const line = { bytes: region, start: from, end: next, number: 0, byte: 0 };
      if (!take(parseLine(line, {}).objects, byte - start + from)) return false;
    }
  }
}
