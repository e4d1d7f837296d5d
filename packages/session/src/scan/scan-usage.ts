import { parseLine } from '../line/parse.js';
import { MARK } from './foreign-mark.js';
import { LineReader } from './line-reader.js';
import type { LineTaker } from './marked-line.js';
import { type FileRange, forEachRegion, type Region } from './regions.js';
import { type ReplyBytes, timeAt } from './reply-shape.js';
import { type UsageRecord, usageOf } from './usage-record.js';

export type { UsageRecord } from './usage-record.js';

const LINE_FEED = 10;

/**
 * Calls back for every line that reports usage, unless the line before has said the same of the same reply; the record
 * is reused. `byte` is where its line begins.
 */
export type TakeUsage = (record: Readonly<UsageRecord>, byte: number) => void;

/** Usage of many files from bytes: most lines are not parsed. */
export class UsageScanner {
  private readonly reader = new LineReader();
  private readonly record: UsageRecord = newRecord();

  /** Without a range, the whole file. */
  scan(file: string, take: TakeUsage, range?: FileRange): void {
    forEachRegion(file, this.reader.kernel, (region) => this.scanRegion(region, take), range);
  }

  private scanRegion(region: Region, take: TakeUsage): void {
    this.reader.take(region, usageTaker(region, this.record, take));
  }
}

/** Takes lines of a region for what they say of usage; the record is filled in anew for each. */
export function usageTaker(region: Region, record: UsageRecord, take: TakeUsage): LineTaker {
  const { bytes, start, end, byte } = region;
  const other = (from: number, stop: number) => {
    // Inside a string the quote of the mark would be escaped: a line without it has no usage, glued, torn or not.
    if (!bytes.subarray(from, stop).includes(MARK)) return;
    const line = { bytes, start: from, end: Math.min(stop + 1, end), number: 0, byte: byte - start + from };
    for (const object of parseLine(line, {}).objects) {
      const usage = usageOf(object);
      if (usage) take(usage, line.byte);
    }
  };
  const reply = (read: ReplyBytes, from: number) => {
    record.time = read.timeAt < 0 ? Number.NaN : timeAt(bytes, read.timeAt);
    if (Number.isNaN(record.time)) other(from, lineEnd(bytes, read.usageAt, end));
    else if (!read.isSynthetic) take(fill(record, read), byte - start + from);
  };
  return { reply, other };
}

function lineEnd(bytes: Buffer, from: number, end: number): number {
  const newline = bytes.indexOf(LINE_FEED, from);
  return newline < 0 || newline > end ? end : newline;
}

function fill(record: UsageRecord, reply: ReplyBytes): UsageRecord {
  const isSplit = reply.cache5m + reply.cache1h > 0;
  record.key = reply.messageId;
  record.model = reply.model;
  record.input = reply.input;
  record.output = reply.output;
  record.cacheRead = reply.cacheRead;
  record.cacheWrite5m = isSplit ? reply.cache5m : reply.cacheCreation;
  record.cacheWrite1h = reply.cache1h;
  record.webSearches = reply.webSearches;
  record.isFast = reply.isFast;
  record.isUs = reply.isUs;
  record.isSidechain = reply.isSidechain;
  record.isForked = reply.isForked;
  return record;
}

export function newRecord(): UsageRecord {
  return {
    key: undefined,
    model: '',
    time: Number.NaN,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    isFast: false,
    isUs: false,
    isSidechain: false,
    isForked: false,
    isEmbedded: false,
  };
}
