import type { ReplyBytes } from './reply-shape.js';

/** Every counter's name ends so. */
export const MARK = Buffer.from('_tokens"');
const MESSAGE = Buffer.from('"message":');

/** Whether a line has counters that are not in the reply's own usage; one of a torn reply is of another message. */
export function hasForeignMark(line: Buffer, reply: ReplyBytes | undefined, start: number): boolean {
  const mark = line.indexOf(MARK);
  if (!reply || mark < 0) return mark >= 0;
  const message = line.indexOf(MESSAGE, reply.contentAt - start);
  return mark < reply.usageAt - start || (message >= 0 && message < reply.usageAt - start);
}
