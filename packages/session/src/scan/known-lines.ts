import { FixedBytes } from './fixed-bytes.js';
import { behindParent, type LineHead, learnReplyHead, matchReplyHead, type ReplyHead } from './line-head.js';
import { type Shape, shapeOf } from './line-shape.js';
import { learnReplyTail, matchReplyTail, type ReplyTail } from './line-tail.js';
import type { BeforeMessage, ReplyBytes } from './reply-shape.js';

/** Clients, models and kinds of lines that take turns in one file. */
const MAX_KNOWN = 6;
/** Learning costs more than reading: it has to pay. */
const MAX_IDLE_LESSONS = 32;

/**
 * The lines of a file are written by one client for one model: nearly all of their bytes are the same from line to
 * line. What was worked out key by key for one line holds for the next that has the same bytes in the same places.
 */
export class KnownLines {
  private readonly replyHeads = new Lessons<ReplyHead>();
  private readonly heads = new Lessons<LineHead>();
  private readonly tails = new Lessons<ReplyTail>();
  private idleLessons = 0;
  private readonly before: BeforeMessage = { sidechain: -1, isAssistant: false };

  /** As `shapeOf`, with the same answers. `view` is of the same memory. */
  shapeOf(bytes: Buffer, view: DataView, start: number, end: number, reply: ReplyBytes): Shape {
    const from = behindParent(bytes, view, start, end);
    const shape = from < 0 || bytes[end - 1] !== 125 ? undefined : this.match(bytes, view, from, end, reply);
    if (shape) {
      this.idleLessons = 0;
      return shape;
    }
    reply.contentAt = 0;
    const read = shapeOf(bytes, start, end, reply, this.before);
    if (from > 0 && this.idleLessons < MAX_IDLE_LESSONS) this.learn(read, bytes, view, from, end, reply);
    return read;
  }

  private match(bytes: Buffer, view: DataView, from: number, end: number, reply: ReplyBytes): Shape | undefined {
    const { heads, replyHeads } = this;
    for (const head of heads.known) {
      if (from + head.fixed.length > end || !head.fixed.isAt(view, from)) continue;
      reply.isSidechain = head.isSidechain;
      return head.shape;
    }
    for (const head of replyHeads.known) {
      if (matchReplyHead(head, bytes, view, from, end, reply) < 0) continue;
      return this.matchTail(bytes, view, end, head.before, reply) ? 'reply' : undefined;
    }
    return undefined;
  }

  private matchTail(bytes: Buffer, view: DataView, end: number, before: BeforeMessage, reply: ReplyBytes): boolean {
    for (const tail of this.tails.known) if (matchReplyTail(tail, bytes, view, end, before, reply)) return true;
    return false;
  }

  private learn(shape: Shape, bytes: Buffer, view: DataView, from: number, end: number, reply: ReplyBytes): void {
    if ((shape === 'tool_result' || shape === 'aside') && reply.contentAt > from) {
      this.idleLessons++;
      const fixed = new FixedBytes(bytes.subarray(from, reply.contentAt));
      this.heads.add({ fixed, shape, isSidechain: reply.isSidechain });
    }
    if (shape !== 'reply' || reply.isForked) return;
    this.idleLessons++;
    const { before, replyHeads } = this;
    // The tail is read from behind and needs no head: only what is new is learned.
    if (!this.matchTail(bytes, view, end, before, reply)) {
      const tail = learnReplyTail(bytes, end, reply);
      if (!tail) return;
      this.tails.add(tail);
    }
    if (!replyHeads.known.some((head) => matchReplyHead(head, bytes, view, from, end, reply) > 0)) {
      replyHeads.add(learnReplyHead(bytes, from, before, reply));
    }
  }
}

/** Few at a time: the oldest makes room. */
class Lessons<T> {
  readonly known: T[] = [];
  private oldest = 0;

  add(lesson: T): void {
    this.known[this.oldest] = lesson;
    this.oldest = (this.oldest + 1) % MAX_KNOWN;
  }
}
