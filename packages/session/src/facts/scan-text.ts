import type { JsonObject } from '../read/line.js';
import { parseLine } from '../read/parse.js';
import { type Region, readRegions } from '../read/read-regions.js';
import { lineLimit } from '../read/split.js';
import type { Needle } from './needle.js';
import { NeedleKernel } from './needle-kernel.js';

const LINE_FEED = 10;

/** Called for a line that may contain the text searched for. Returning false ends the search in this file. */
export type TakeLine = (objects: JsonObject[], byte: number) => boolean;

/** Searches lines by bytes: parses only those that contain one of the needles. */
export class TextScanner {
  private readonly kernel: NeedleKernel;

  constructor(needles: readonly Needle[]) {
    this.kernel = new NeedleKernel(needles);
  }

  scan(file: string, take: TakeLine): void {
    const takeRegion = (region: Region) => (this.scanRegion(region, take) ? undefined : 'stop');
    readRegions(file, this.kernel, { takeRegion, takeLong: () => undefined }, { limit: lineLimit({}) });
  }

  private scanRegion({ end, byte }: Region, take: TakeLine): boolean {
    const region = this.kernel.bytes.subarray(0, end);
    for (let next = 0; ; ) {
      const at = next < end ? this.kernel.find(next, end) : end;
      if (at >= end) return true;
      const start = region.lastIndexOf(LINE_FEED, at) + 1;
      const newline = region.indexOf(LINE_FEED, at);
      next = newline < 0 ? end : newline + 1;
      const { objects } = parseLine({ bytes: region, start, end: next, number: 0, byte: 0 }, {});
      if (!take(objects, byte + start)) return false;
    }
  }
}
