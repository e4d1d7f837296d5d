import type { Entry } from '../format/entry.js';
import { cleanUp } from './clean.js';
import { LongTexts } from './long-texts.js';
import { messagesOf } from './messages.js';
import { modelAsked } from './model.js';
import { pairCalls } from './pair.js';

/** How many messages the client makes from some lines. */
export interface MessageCount {
  sent: number;
  /** C3: the calls without a result whose lines are dropped. */
  droppedCalls: string[];
}

/** Counts the messages that `resume` makes from these lines. The number depends only on the beginnings of texts. */
export function countMessages(lines: Iterable<Entry>): MessageCount {
  const texts = new LongTexts(() => ({}));
  const entries: Entry[] = [];
  for (const line of lines) entries.push(texts.shorten(line, entries.length));
  const { entries: cleaned, droppedCalls } = cleanUp(entries);
  const sent = pairCalls(messagesOf(cleaned, { model: modelAsked(cleaned) })).length;
  return { sent, droppedCalls };
}
