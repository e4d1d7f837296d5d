import { learnHead } from './line-head.js';
import { ASIDE, LineKernel, MARK, REPLY, RESULT, Stop, WORDS } from './line-kernel.js';
import { newLineBytes, type Shape, shapeOf } from './line-shape.js';
import { learnTail } from './line-tail.js';
import { type PromptBytes, readPrompt } from './prompt-shape.js';
import type { Region } from './regions.js';
import { newReplyBytes, type ReplyBytes, textAt } from './reply-shape.js';
import { isDoubtful } from './suspects.js';

/** Takes the lines of a region in their order. What is not worth a word, or says the same again, is not mentioned. */
export interface LineTaker {
  /** It is reused for the next one. `start` is where its line begins. */
  reply(reply: ReplyBytes, start: number): void;
  toolResult(isSidechain: boolean): void;
  /** A person's prompt in [start, stop); it is reused too. */
  prompt(prompt: PromptBytes, start: number, stop: number): void;
  /** Not a shape known well enough: the line in [start, stop) is to be read for real. */
  other(start: number, stop: number): void;
}

interface KnownHead {
  sidechain: number;
  model: string;
  isSynthetic: boolean;
}

interface KnownTail {
  sidechain: number;
  isFast: boolean;
  isUs: boolean;
}

const KINDS = { tool_result: RESULT, aside: ASIDE, prompt: WORDS } as const;
/** Learning costs more than reading: it has to pay. */
const MAX_IDLE_LESSONS = 32;
const MESSAGE = Buffer.from('"message":');
const PARENT = Buffer.from('{"parentUuid":');

/** Tells what lines are, fast when they are like those before. */
export class LineReader {
  /** Regions are read into its memory. */
  readonly kernel: LineKernel;
  private readonly heads: KnownHead[] = [];
  private readonly tails: KnownTail[] = [];
  private readonly known = newReplyBytes();
  private readonly read = newLineBytes();
  private idleLessons = 0;
  private readonly isMarked: boolean;

  /** With `isMarked` only lines that hold counters of tokens are looked at: if not all are in a reply's usage it is `other`. */
  constructor(isMarked = false) {
    this.isMarked = isMarked;
    this.kernel = new LineKernel(isMarked);
  }

  take({ bytes, start, end }: Pick<Region, 'bytes' | 'start' | 'end'>, taker: LineTaker): void {
    let at = start;
    while (at < end) {
      const stopped = this.kernel.scan(bytes, at, end);
      if (stopped.records > 0) this.idleLessons = 0;
      for (let record = 0; record < stopped.records; record++) this.takeRecord(bytes, record, taker);
      at = stopped.at;
      if (stopped.why === Stop.done) return;
      if (stopped.why === Stop.full) continue;
      const { lineEnd } = stopped;
      const isOther = stopped.why === Stop.marked || (stopped.why === Stop.doubtful && isDoubtful(bytes, at, lineEnd));
      if (isOther) taker.other(at, lineEnd);
      else this.takeUnknown(bytes, at, lineEnd, taker);
      at = lineEnd + 1;
    }
  }

  private takeRecord(bytes: Buffer, record: number, taker: LineTaker): void {
    const { kernel, known } = this;
    if (kernel.number(record, 0) === RESULT) {
      taker.toolResult(kernel.number(record, 1) === 1);
      return;
    }
    if (kernel.number(record, 0) === WORDS) {
      this.takeWords(bytes, kernel.place(record, 22), kernel.place(record, 23), taker);
      return;
    }
    const head = this.heads[kernel.number(record, 1)];
    const tail = this.tails[kernel.number(record, 5)];
    if (kernel.number(record, 0) !== REPLY || !head || !tail) throw new Error('a record that nobody wrote');
    known.messageId = textAt(bytes, kernel.place(record, 2), kernel.place(record, 3), known.messageId);
    known.contentAt = kernel.place(record, 4);
    known.usageAt = kernel.place(record, 6);
    known.timeAt = kernel.number(record, 7) === 0 ? -1 : kernel.place(record, 7);
    known.model = head.model;
    known.isSynthetic = head.isSynthetic;
    known.isSidechain = (tail.sidechain >= 0 ? tail.sidechain : head.sidechain) === 1;
    known.isFast = tail.isFast;
    known.isUs = tail.isUs;
    known.input = kernel.count(record, 0);
    known.output = kernel.count(record, 1);
    known.cacheRead = kernel.count(record, 2);
    known.cacheCreation = kernel.count(record, 3);
    known.cache5m = kernel.count(record, 4);
    known.cache1h = kernel.count(record, 5);
    known.webSearches = kernel.count(record, 6);
    taker.reply(known, kernel.place(record, 22));
  }

  private takeWords(bytes: Buffer, start: number, stop: number, taker: LineTaker): void {
    const { prompt } = this.read;
    if (readPrompt(bytes, start, stop, prompt)) taker.prompt(prompt, start, stop);
    else taker.other(start, stop);
  }

  private takeUnknown(bytes: Buffer, start: number, stop: number, taker: LineTaker): void {
    const { read } = this;
    const { reply, prompt } = read;
    reply.contentAt = 0;
    const shape = shapeOf(bytes, start, stop, read);
    if (this.idleLessons < MAX_IDLE_LESSONS) this.learn(shape, bytes, start, stop);
    if (this.isMarked && hasForeignMark(bytes.subarray(start, stop), shape === 'reply' ? reply : undefined, start)) {
      taker.other(start, stop);
      return;
    }
    switch (shape) {
      case 'aside':
        return;
      case 'tool_result':
        taker.toolResult(reply.isSidechain);
        return;
      case 'reply':
        taker.reply(reply, start);
        return;
      case 'prompt':
        taker.prompt(prompt, start, stop);
        return;
      case 'parse':
        taker.other(start, stop);
    }
  }

  private learn(shape: Shape, bytes: Buffer, start: number, end: number): void {
    const { kernel } = this;
    const { reply, free } = this.read;
    if (shape === 'parse') return;
    const parent = behindParent(bytes, start);
    const from = parent < 0 ? start : parent;
    this.idleLessons++;
    if (shape === 'reply') this.learnReply(bytes, parent, end);
    else if (reply.contentAt > from) {
      const kind = KINDS[shape];
      const begins = parent < 0 ? 'line' : 'behind parent';
      kernel.learnHead(learnHead(bytes, from, reply.contentAt, free), kind, reply.isSidechain, begins);
    }
  }

  private learnReply(bytes: Buffer, from: number, end: number): void {
    const { kernel } = this;
    const { reply, before, free } = this.read;
    const tail = reply.isForked || from < 0 ? undefined : learnTail(bytes, reply.usageAt, end);
    if (!tail) return;
    free.push(reply.idAt, reply.idEnd);
    const bytesOfHead = learnHead(bytes, from, reply.contentAt, free, reply.idAt);
    const head = kernel.learnReplyHead(bytesOfHead, saying(before.sidechain >= 0, before.isAssistant));
    if (head >= 0)
      this.heads[head] = { sidechain: before.sidechain, model: reply.model, isSynthetic: reply.isSynthetic };
    const saysSidechain = tail.names.has('isSidechain');
    const at = kernel.learnTail(tail, saying(saysSidechain, tail.names.has('type')));
    // What the line says of side chains was read; it is the tail's to say if it has the word.
    const sidechain = saysSidechain ? Number(reply.isSidechain) : -1;
    if (at >= 0) this.tails[at] = { sidechain, isFast: reply.isFast, isUs: reply.isUs };
  }
}

/** Counters that are not in the reply's own usage; one of a torn reply is of another message. */
function hasForeignMark(line: Buffer, reply: ReplyBytes | undefined, start: number): boolean {
  const mark = line.indexOf(MARK);
  if (!reply || mark < 0) return mark >= 0;
  const message = line.indexOf(MESSAGE, reply.contentAt - start);
  return mark < reply.usageAt - start || (message >= 0 && message < reply.usageAt - start);
}

/** What a head or a tail says of a reply; together they must say all. */
function saying(sidechain: boolean, type: boolean): number {
  return Number(sidechain) + 2 * Number(type);
}

/** Where a line goes on behind its parent, which is all that differs between beginnings; -1 when it begins otherwise. */
function behindParent(bytes: Buffer, start: number): number {
  if (bytes.compare(PARENT, 0, PARENT.length, start, start + PARENT.length) !== 0) return -1;
  const value = start + PARENT.length;
  return bytes[value] === 34 ? value + 38 : value + 4;
}
