import { parseLine } from '../line/parse.js';
import { isAt } from './json-bytes.js';
import { shapeOf } from './line-shape.js';
import { forEachRegion, newScratch, type Region, type Scratch } from './regions.js';
import { type BeforeMessage, newReplyBytes, type ReplyBytes, readReply } from './reply-shape.js';
import { type UsageRecord, usageOf } from './usage-record.js';

export type { UsageRecord } from './usage-record.js';

const LINE_FEED = 10;
const QUOTE = 34;
const CLOSE = 125;
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
  private beginning: Beginning | undefined;

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

  /** Lines of a file begin alike: what was worked out for one beginning holds for the same bytes again. */
  private readReply(bytes: Buffer, from: number, stop: number): boolean {
    const known = this.beginning;
    if (known && isAt(bytes, from, PARENT) && isAt(bytes, from + PARENT_LENGTH, known.bytes)) {
      const message = from + PARENT_LENGTH + known.bytes.length;
      if (bytes[stop - 1] === CLOSE && bytes[from + PARENT_LENGTH - 1] === QUOTE && isId(bytes, from + PARENT.length)) {
        return readReply(bytes, message, stop, known.before, this.reply);
      }
    }
    if (shapeOf(bytes, from, stop, this.reply) !== 'reply') return false;
    this.beginning = beginningOf(bytes, from);
    return true;
  }

  private scanLine(bytes: Buffer, from: number, stop: number, byte: number, take: TakeUsage): void {
    const { reply, record } = this;
    if (this.readReply(bytes, from, stop) && !Number.isNaN(reply.time)) {
      if (!reply.isSynthetic) take(fill(record, reply), byte);
      return;
    }
    const end = Math.min(stop + 1, bytes.length);
    for (const object of parseLine({ bytes, start: from, end, number: 0, byte }, {}).objects) {
      const read = usageOf(object);
      if (read) take(read, byte);
    }
  }
}

/** `{"parentUuid":"`, an id and a quote: what differs between the beginnings of lines. */
const PARENT = Buffer.from('{"parentUuid":"');
const PARENT_LENGTH = PARENT.length + 37;
const MESSAGE = Buffer.from('"message":');
const MAX_BEGINNING = 2048;

/** What stands between a line's parent and its message, and what that says. */
interface Beginning {
  bytes: Buffer;
  before: BeforeMessage;
}

function beginningOf(bytes: Buffer, from: number): Beginning | undefined {
  if (!isAt(bytes, from, PARENT) || bytes[from + PARENT_LENGTH - 1] !== QUOTE) return undefined;
  const start = from + PARENT_LENGTH;
  const message = bytes.subarray(start, start + MAX_BEGINNING).indexOf(MESSAGE);
  if (message < 0) return undefined;
  const copy = Buffer.from(bytes.subarray(start, start + message + MESSAGE.length));
  const sidechain = copy.includes('"isSidechain":true') ? 1 : copy.includes('"isSidechain":false') ? 0 : -1;
  return { bytes: copy, before: { sidechain, isAssistant: copy.includes('"type":"assistant"') } };
}

/** 36 bytes without a quote or a backslash: the string ends where it should. */
function isId(bytes: Buffer, from: number): boolean {
  for (let at = from; at < from + 36; at++) if (bytes[at] === QUOTE || bytes[at] === 92) return false;
  return true;
}

function fill(record: UsageRecord, reply: ReplyBytes): UsageRecord {
  const isSplit = reply.cache5m + reply.cache1h > 0;
  record.key = reply.messageId;
  record.model = reply.model;
  record.time = reply.time;
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
