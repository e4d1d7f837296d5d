import type { ReplyBytes } from './reply-shape.js';

/** Every counter's name ends so. */
export const MARK = Buffer.from('_tokens"');

/** Whether a line has counters that are not in the reply's own usage. */
export function hasForeignMark(line: Buffer, reply: ReplyBytes | undefined, start: number): boolean {
  const mark = line.indexOf(MARK);
  return mark >= 0 && (!reply || mark < reply.usageAt - start);
}
