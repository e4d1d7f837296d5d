import { parseLine } from '../line/parse.js';
import { LineReader } from './line-reader.js';
import { forEachRegion, type Region } from './regions.js';
import { type ReplyBytes, timeAt } from './reply-shape.js';
import { type UsageRecord, usageOf } from './usage-record.js';

export type { UsageRecord } from './usage-record.js';

const LINE_FEED = 10;
const MESSAGE = Buffer.from('"message":{');
/**
 * Every counter's name ends so, and inside a string its quote would be escaped: a line without it has no usage, glued,
 * torn or not. It begins with a byte that is rare in sessions, which is what makes the search fast.
 */
const MARK = Buffer.from('_tokens"');

/** Calls back for every line that reports usage; the record is reused. `byte` is where its line begins. */
export type TakeUsage = (record: Readonly<UsageRecord>, byte: number) => void;

/** Usage of many files from bytes: lines without usage are not even looked at, most others are not parsed. */
export class UsageScanner {
  private readonly reader = new LineReader();
  private readonly record: UsageRecord = newRecord();

  scan(file: string, take: TakeUsage): void {
    forEachRegion(file, this.reader.kernel, (region) => this.scanRegion(region, take));
  }

  private scanRegion(region: Region, take: TakeUsage): void {
    const { start, end, byte } = region;
    // What lies behind `end` is left over from an earlier stretch.
    const bytes = region.bytes.subarray(0, end);
    let at = bytes.indexOf(MARK, start);
    while (at >= 0) {
      const from = bytes.lastIndexOf(LINE_FEED, at) + 1;
      const stop = lineEnd(bytes, at);
      this.scanLine(bytes, from, stop, byte - start + from, take);
      at = stop + 1 < end ? bytes.indexOf(MARK, stop + 1) : -1;
    }
  }

  /** Only a reply is taken as it is: anything else with the mark may hold one, in a progress line or glued to another. */
  private scanLine(bytes: Buffer, from: number, stop: number, byte: number, take: TakeUsage): void {
    const { record } = this;
    let isTaken = false;
    const reply = (read: ReplyBytes) => {
      // A torn reply with a whole one glued behind it: the usage belongs to the second message.
      if (read.timeAt < 0 || bytes.lastIndexOf(MESSAGE, read.usageAt) >= read.contentAt) return;
      record.time = timeAt(bytes, read.timeAt);
      if (Number.isNaN(record.time)) return;
      isTaken = true;
      if (!read.isSynthetic) take(fill(record, read), byte);
    };
    this.reader.take({ bytes, start: from, end: stop }, { reply, toolResult: nothing, other: nothing });
    if (isTaken) return;
    const line = { bytes, start: from, end: Math.min(stop + 1, bytes.length), number: 0, byte };
    for (const object of parseLine(line, {}).objects) {
      const usage = usageOf(object);
      if (usage) take(usage, byte);
    }
  }
}

const nothing = () => undefined;

function lineEnd(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(LINE_FEED, from);
  return newline < 0 ? bytes.length : newline;
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

function newRecord(): UsageRecord {
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
