import { LineKernel } from './line-kernel.js';
import { LineLessons } from './line-lessons.js';
import { Stop } from './line-memory.js';
import { type LineTaker, takeMarkedLine } from './marked-line.js';
import type { Region } from './regions.js';
import { newReplyBytes, textAt } from './reply-shape.js';

/** Takes the lines of a region in their order. What is not worth a word, or says the same again, is not mentioned. */
/**
 * Finds the lines that hold counters of tokens, fast when they are like those before. Not all of a line's counters are
 * in a reply's usage: then it is an `other`.
 */
export class LineReader {
  /** Regions are read into its memory. */
  readonly kernel = new LineKernel();
  private readonly lessons = new LineLessons(this.kernel);
  private readonly known = newReplyBytes();

  take({ bytes, start, end }: Pick<Region, 'bytes' | 'start' | 'end'>, taker: LineTaker): void {
    let at = start;
    while (at < end) {
      const stopped = this.kernel.scan('scanMarked', bytes, at, end);
      if (stopped.records > 0) this.lessons.paid();
      for (let record = 0; record < stopped.records; record++) this.takeRecord(bytes, record, taker);
      at = stopped.at;
      if (stopped.why === Stop.done) return;
      if (stopped.why === Stop.full) continue;
      const { lineEnd } = stopped;
      if (stopped.why === Stop.marked) taker.other(at, lineEnd);
      else takeMarkedLine(this.lessons, bytes, at, lineEnd, taker);
      at = lineEnd + 1;
    }
  }

  private takeRecord(bytes: Buffer, record: number, taker: LineTaker): void {
    const { kernel, known } = this;
    const head = this.lessons.heads[kernel.number(record, 1)];
    const tail = this.lessons.tails[kernel.number(record, 5)];
    if (!head || !tail) throw new Error('a record that nobody wrote');
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
}
