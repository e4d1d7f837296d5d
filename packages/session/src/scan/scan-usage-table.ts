import { LineKernel } from './line-kernel.js';
import { LineLessons } from './line-lessons.js';
import { MAX_USAGES, Stop } from './line-memory.js';
import { takeMarkedLine } from './marked-line.js';
import { type FileRange, forEachRegion, type Region } from './regions.js';
import { newRecord, type TakeUsage, usageTaker } from './scan-usage.js';
import { type UsagePlace, UsageTable } from './usage-table.js';

export interface TableScan {
  place: UsagePlace;
  /** Told of what the table did not take by itself. */
  take: TakeUsage;
  /** The table is full: it has to be cleared. */
  makeRoom: () => void;
  /** Without one, the whole file. */
  range?: FileRange;
}

/** Usage of many files as `UsageScanner` reads it, but most replies go into a table without a word. */
export class UsageTableScanner {
  readonly table: UsageTable;
  private readonly kernel = new LineKernel('table of usage');
  private readonly lessons = new LineLessons(this.kernel);
  private readonly record = newRecord();

  /** `limit`: how many replies the table takes. */
  constructor(limit = MAX_USAGES) {
    this.table = new UsageTable(this.kernel, limit);
  }

  scan(file: string, scan: TableScan): void {
    this.table.begin(scan.place);
    forEachRegion(file, this.kernel, (region) => this.scanRegion(region, scan), scan.range);
  }

  private scanRegion(region: Region, { take, makeRoom }: TableScan): void {
    const { bytes, start, end } = region;
    const taker = usageTaker(region, this.record, take);
    let at = start;
    while (at < end) {
      const { why, at: stop, lineEnd, records } = this.kernel.scan('tableMarked', bytes, at, end);
      if (records > 0) this.lessons.paid();
      if (why === Stop.done) return;
      at = lineEnd + 1;
      if (why === Stop.marked) taker.other(stop, lineEnd);
      else if (why === Stop.unknown) {
        takeMarkedLine(this.lessons, bytes, stop, lineEnd, taker);
        this.table.learn(this.lessons);
      } else {
        makeRoom();
        at = stop;
      }
    }
  }
}
