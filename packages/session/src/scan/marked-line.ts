import { hasForeignMark } from './foreign-mark.js';
import type { LineLessons } from './line-lessons.js';
import type { ReplyBytes } from './reply-shape.js';

export interface LineTaker {
  /** It is reused for the next one. `start` is where its line begins. */
  reply(reply: ReplyBytes, start: number): void;
  /** Not a shape known well enough: the line in [start, stop) is to be read for real. */
  other(start: number, stop: number): void;
}

/** A line with counters that the kernel does not know: a reply is told, and what counts elsewhere is to be read for real. */
export function takeMarkedLine(
  lessons: LineLessons,
  bytes: Buffer,
  start: number,
  stop: number,
  taker: LineTaker,
): void {
  const shape = lessons.shapeOf(bytes, start, stop);
  const { reply } = lessons.read;
  const isReply = shape === 'reply';
  if (
    shape === 'parse' ||
    shape === 'read' ||
    hasForeignMark(bytes.subarray(start, stop), isReply ? reply : undefined, start)
  ) {
    taker.other(start, stop);
  } else if (isReply) taker.reply(reply, start);
}
