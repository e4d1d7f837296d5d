import { parseLine } from '../line/parse.js';
import { KnownLines } from './known-lines.js';
import { forEachRegion, newScratch, type Region, type Scratch } from './regions.js';
import { newReplyBytes, type ReplyBytes, timeAt } from './reply-shape.js';
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
  private readonly scratch: Scratch = newScratch();
  private readonly reply = newReplyBytes();
  private readonly record: UsageRecord = newRecord();
  private readonly known = new KnownLines();

  scan(file: string, take: TakeUsage): void {
    forEachRegion(file, this.scratch, (region) => this.scanRegion(region, take));
  }

  private scanRegion(region: Region, take: TakeUsage): void {
    const { start, end, byte } = region;
    // What lies behind `end` is left over from an earlier stretch.
    const bytes = region.bytes.subarray(0, end);
    let at = bytes.indexOf(MARK, start);
    while (at >= 0) {
      const from = bytes.lastIndexOf(LINE_FEED, at) + 1;
      const newline = bytes.indexOf(LINE_FEED, at);
      const stop = newline < 0 ? end : newline;
      this.scanLine(bytes, from, stop, byte - start + from, take);
      if (stop + 1 >= end) return;
      at = bytes.indexOf(MARK, stop + 1);
    }
  }

  private scanLine(bytes: Buffer, from: number, stop: number, byte: number, take: TakeUsage): void {
    const { reply, record } = this;
    const isReply = this.known.shapeOf(bytes, this.scratch.view, from, stop, reply) === 'reply';
    // A torn reply with a whole one glued behind it: the usage belongs to the second message.
    if (isReply && reply.timeAt >= 0 && bytes.lastIndexOf(MESSAGE, reply.usageAt) < reply.contentAt) {
      record.time = timeAt(bytes, reply.timeAt);
      if (!Number.isNaN(record.time)) {
        if (!reply.isSynthetic) take(fill(record, reply), byte);
        return;
      }
    }
    const end = Math.min(stop + 1, bytes.length);
    for (const object of parseLine({ bytes, start: from, end, number: 0, byte }, {}).objects) {
      const read = usageOf(object);
      if (read) take(read, byte);
    }
  }
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
