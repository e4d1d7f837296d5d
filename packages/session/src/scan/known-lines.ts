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
  private readonly replyHeads: ReplyHead[] = [];
  private readonly heads: LineHead[] = [];
  private readonly tails: ReplyTail[] = [];
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
    const { heads, replyHeads, tails } = this;
    for (let at = 0; at < heads.length; at++) {
      const head = heads[at];
      if (!head || from + head.fixed.length > end || !head.fixed.isAt(view, from)) continue;
      toFront(heads, at);
      reply.isSidechain = head.isSidechain;
      return head.shape;
    }
    for (let at = 0; at < replyHeads.length; at++) {
      const head = replyHeads[at];
      if (!head || matchReplyHead(head, bytes, view, from, end, reply) < 0) continue;
      toFront(replyHeads, at);
      for (let last = 0; last < tails.length; last++) {
        const tail = tails[last];
        if (!tail || !matchReplyTail(tail, bytes, view, end, head.before, reply)) continue;
        toFront(tails, last);
        return 'reply';
      }
      return undefined;
    }
    return undefined;
  }

  private learn(shape: Shape, bytes: Buffer, view: DataView, from: number, end: number, reply: ReplyBytes): void {
    if ((shape === 'tool_result' || shape === 'aside') && reply.contentAt > from) {
      this.idleLessons++;
      const fixed = new FixedBytes(bytes.subarray(from, reply.contentAt));
      remember(this.heads, { fixed, shape, isSidechain: reply.isSidechain });
    }
    if (shape !== 'reply' || reply.isForked) return;
    this.idleLessons++;
    const { before, replyHeads, tails } = this;
    // The tail is read from behind and needs no head: only what is new is learned.
    if (!tails.some((tail) => matchReplyTail(tail, bytes, view, end, before, reply))) {
      const tail = learnReplyTail(bytes, end, reply);
      if (!tail) return;
      remember(tails, tail);
    }
    if (!replyHeads.some((head) => matchReplyHead(head, bytes, view, from, end, reply) > 0)) {
      remember(replyHeads, learnReplyHead(bytes, from, before, reply));
    }
  }
}

/** The newest first; the oldest goes. */
function remember<T>(known: T[], lesson: T): void {
  known.unshift(lesson);
  if (known.length > MAX_KNOWN) known.pop();
}

function toFront<T>(known: T[], at: number): void {
  if (at === 0) return;
  const [found] = known.splice(at, 1);
  if (found !== undefined) known.unshift(found);
}
